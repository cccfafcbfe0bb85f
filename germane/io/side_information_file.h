// Files of side-information: pairs, and groups or labels. Comma, tab or blanks; a header line is
// recognised and said; lines that are empty or begin with # are passed over. The first line decides
// the separator. It is a header when it names no rows, but the second line does, or its fields are
// what such columns are usually called (a,b; id1,id2; row).
#pragma once

#include "germane/data/keys.h"
#include "germane/data/links.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

enum class UnknownIds { kRefuse, kSkip };

// How the rows of the table are known to the file.
struct RowNames {
  const Ids& ids;  // by_number(): 0-based row numbers
  Index rows = 0;
  UnknownIds unknown = UnknownIds::kRefuse;
};

// What a line says of its pair. Learners take a pair of which nothing is said for same; where
// pairs are to be decided, its kind is not known.
enum class LinkKind : std::uint8_t { kSame, kDifferent, kNotSaid };
// By 1, same, target, must or 0, different, nontarget, cannot; nothing for other words.
std::optional<LinkKind> link_kind_of(std::string_view word);

// a b [same|different|1|0|target|nontarget|must|cannot] [weight]; without a third field: same. A
// third field that is a number other than 0 and 1 is refused (weights stand fourth). Weights are
// above 0.
struct LinkFile {
  std::vector<Link> must_links;  // also those of which nothing is said
  std::vector<Link> cannot_links;
  std::vector<LinkKind> kinds;  // of all links, in the order of the file
  bool header = false;
  Index unknown = 0;  // lines skipped for unknown ids
  Index duplicates =
      0;  // lines that repeat an earlier pair (either way round); the first line is kept
};
// Throws InputError file:line:field: a self pair, a row number out of range, an unknown word, fewer
// than two fields, a pair given both as same and as different (both lines named), unknown ids
// (their count and the first three; under kRefuse), or no pair at all with known ids (under kSkip).
LinkFile parse_links(std::string_view text, const std::string& where, const RowNames& names);
LinkFile read_links(const std::string& path, const RowNames& names);  // "-": standard input
// Pairs by row number, looked at like those of a file; messages count them from 0.
LinkFile links_in_memory(const std::vector<Link>& links, const std::vector<std::uint8_t>& same,
                         const std::string& where, const RowNames& names);

// One value per row (as many lines as rows), or `id value` lines; rows that no line names have
// none. -1 or empty = none: "" or, where that makes the count right, a blank line before the last
// value. An id given twice with different values is refused (both lines named). With ids, lines
// must be `id value`; a file of one-field lines is refused then, as order means nothing.
struct CodesFile {
  Codes codes;
  bool header = false;
  bool by_position = false;
  Index unknown = 0;
};
CodesFile parse_codes(std::string_view text, const std::string& where, const RowNames& names);
CodesFile read_codes(const std::string& path, const RowNames& names);

// One id a line; blank lines may stand only at the end.
std::vector<std::string> read_ids(const std::string& path);

}  // namespace germane
