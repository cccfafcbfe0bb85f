#include "germane/io/scored_pairs.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/spool.h"
#include "germane/io/text_lines.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>

namespace germane {
namespace {

constexpr Index kMostFields = 8;

struct Places {
  Index kind = 2, score = 3, llr = -1;
};

Index place_of(const TextLines& lines, std::initializer_list<std::string_view> names) {
  for (Index i = 2; i < lines.fields(); ++i)
    for (const std::string_view name : names)
      if (lines.field(i) == name) return i;
  return -1;
}

// A first line is a header unless its third field says what kind the pair is, or nothing.
bool is_header(const TextLines& lines) {
  return lines.fields() > 2 && !lines.field(2).empty() && !link_kind_of(lines.field(2));
}

Places read_header(const TextLines& lines, const std::string& where) {
  const Places places{.kind = place_of(lines, {"kind", "truth", "label", "same"}),
                      .score = place_of(lines, {"score", "distance", "similarity", "cosine"}),
                      .llr = place_of(lines, {"llr"})};
  if (places.kind < 0 || places.score < 0)
    throw InputError(
        "{}:{}: its header names no column {}; it must name a column kind (same or different) and "
        "a column score behind the two names, or leave the header out and write `a b kind score`",
        where, lines.line(), places.kind < 0 ? "kind" : "score");
  return places;
}

double parse_score(const TextLines& lines, Index place) {
  const auto number = parse_finite(lines.field(place));
  if (!number)
    throw InputError("{}: {} is not a score; it must be a finite number", lines.place(place),
                     quoted(lines.field(place)));
  return *number;
}

LinkKind parse_kind(const TextLines& lines, Index place) {
  const std::string_view word = lines.field(place);
  if (word.empty() || word == "-" || word == "unknown") return LinkKind::kNotSaid;
  if (const auto kind = link_kind_of(word)) return *kind;
  throw InputError("{}: {} is none of same, different, 1, 0, target, nontarget, must, cannot",
                   lines.place(place), quoted(word));
}

class Names {
 public:
  Index number(std::string_view name) {
    return numbers_.try_emplace(std::string(name), static_cast<Index>(numbers_.size()))
        .first->second;
  }
  Index count() const { return static_cast<Index>(numbers_.size()); }

 private:
  std::unordered_map<std::string, Index> numbers_;
};

}  // namespace

ScoredPairs parse_scored_pairs(std::string_view text, const std::string& where) {
  TextLines lines(text, where, kMostFields);
  ScoredPairs pairs;
  pairs.score_name = "score";
  Places places;
  bool more = lines.next();
  if (more && is_header(lines)) {
    places = read_header(lines, where);
    pairs.score_name = lines.field(places.score);
    more = lines.next();
  } else if (more && lines.fields() > 4) {
    places.llr = 4;
  }
  if (!more)
    throw InputError("{}: holds no pairs; write lines of `a b kind score`, as germane pairs --out",
                     where);
  Names names;
  const Index fields = std::max({places.kind, places.score, places.llr}) + 1;
  for (; more; more = lines.next()) {
    if (lines.fields() < fields)
      throw InputError("{}:{}: {}; a line must have {}: a b kind score", where, lines.line(),
                       counted(lines.fields(), "field"), fields);
    pairs.a.push_back(names.number(lines.field(0)));
    pairs.b.push_back(names.number(lines.field(1)));
    pairs.kind.push_back(parse_kind(lines, places.kind));
    pairs.score.push_back(parse_score(lines, places.score));
    if (places.llr >= 0) pairs.llr.push_back(parse_score(lines, places.llr));
  }
  pairs.rows = names.count();
  return pairs;
}

ScoredPairs read_scored_pairs(const std::string& path) {
  const std::unique_ptr<MappedFile> file = open_text(path);
  const auto bytes = file->bytes();
  ScoredPairs read = parse_scored_pairs(
      std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
      input_name(path));
  file->require_unchanged();
  return read;
}

}  // namespace germane
