#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/row_lookup.h"
#include "germane/io/side_information_file.h"
#include "germane/io/text_lines.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace germane {
namespace {

struct FirstGiven {
  Index line = 0;
  bool same = true;
};

// When each pair was first given. An open table of 16 bytes a slot: files of ten million pairs are
// common, and the nodes of a standard map would cost several times that.
class PairTable {
 public:
  // Notes the pair of rows a != b, both below 2^32, unless it is there; returns when it was first
  // given.
  FirstGiven add(Index a, Index b, FirstGiven given) {
    if (4 * (used_ + 1) > 3 * slots_.size()) grow();
    if (a > b) std::swap(a, b);
    const std::uint64_t key = static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint64_t>(b);
    Slot& slot = find(key);
    if (slot.key != key) {
      slot = {key, given.same ? given.line : -given.line};
      ++used_;
    }
    return {std::abs(slot.signed_line), slot.signed_line > 0};
  }

 private:
  struct Slot {
    std::uint64_t key = 0;  // 0 = free: no pair has it, as the larger of two rows is at least 1
    Index signed_line = 0;  // negative: given as different
  };

  // The slot that holds the key, or the free one where it belongs.
  Slot& find(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::uint64_t mixed = key * 0x9E3779B97F4A7C15u;  // 2^64 / golden ratio: spreads neighbours
    mixed ^= mixed >> 32;
    mixed *= 0xD6E8FEB86659FD93u;
    std::size_t at = static_cast<std::size_t>(mixed >> 20) & mask;
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : old)
      if (slot.key != 0) find(slot.key) = slot;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1024);  // a power of two
  std::size_t used_ = 0;
};

LinkKind parse_kind(const TextLines& lines) {
  if (lines.fields() < 3) return LinkKind::kNotSaid;
  const std::string_view word = lines.field(2);
  if (word.empty()) return LinkKind::kNotSaid;
  if (const auto kind = link_kind_of(word)) return *kind;
  if (parse_finite(word))
    throw InputError(
        "{}: {} is a number other than 0 and 1; the third field says same or different, a "
        "weight stands fourth",
        lines.place(2), quoted(word));
  throw InputError("{}: {} is none of same, different, 1, 0, target, nontarget, must, cannot",
                   lines.place(2), quoted(word));
}

double parse_weight(const TextLines& lines) {
  if (lines.fields() < 4 || lines.field(3).empty()) return 1;
  const auto weight = parse_finite(lines.field(3));
  if (!weight || *weight <= 0)
    throw InputError("{}: {} is not a weight (a finite number above 0)", lines.place(3),
                     quoted(lines.field(3)));
  return *weight;
}

const char* text_of(bool same) { return same ? "same" : "different"; }

// The first pair that was skipped, to show.
struct Skipped {
  Index line = 0;
  std::string a, b;
};

void require_any_known(const LinkFile& file, const Skipped& first, const std::string& where,
                       const RowNames& names) {
  if (file.unknown == 0 || !file.kinds.empty()) return;
  throw InputError(
      "{}: {} skipped, as no pair has two ids that the data has: line {} is {} and {}, the ids of "
      "the data are like {}; name the ids with --id or --ids as the pairs do, or mend the pairs",
      where,
      file.unknown == 1 ? "its one pair was"
                        : fmt::format("all {} pairs were", with_thousands(file.unknown)),
      first.line, quoted(first.a), quoted(first.b), quoted(names.ids.text(0)));
}

// A first line that says same or different is a pair, whatever its ids are.
bool first_line_is_pair(std::string_view text, const std::string& where) {
  TextLines lines(text, where);
  return lines.next() && lines.fields() >= 3 && link_kind_of(lines.field(2)).has_value();
}

}  // namespace

std::optional<LinkKind> link_kind_of(std::string_view word) {
  for (const auto same : {"1", "same", "target", "must"})
    if (word == same) return LinkKind::kSame;
  for (const auto different : {"0", "different", "nontarget", "cannot"})
    if (word == different) return LinkKind::kDifferent;
  return std::nullopt;
}

LinkFile parse_links(std::string_view text, const std::string& where, const RowNames& names) {
  if (names.rows > Index{1} << 32)
    throw InputError("{}: pairs are read for at most {} rows; the table has {}", where,
                     with_thousands(Index{1} << 32), with_thousands(names.rows));
  LinkFile file;
  RowLookup lookup(names, where);
  file.header = lookup.first_line_is_header(text, 2) && !first_line_is_pair(text, where);

  TextLines lines(text, where);
  if (file.header) {
    lines.next();
    for (const auto group : {"chunklet", "group", "label", "class", "cluster"})
      if (lines.fields() == 2 && lines.field(1) == group)
        throw InputError(
            "{}: its header says {}, so it holds groups, not pairs; pass it as --chunklets", where,
            quoted(group));
    for (const auto measured :
         {"distance", "cosine", "inner_product", "similarity", "score", "llr"})
      if (lines.fields() >= 3 && lines.field(2) == measured)
        throw InputError(
            "{}: its header says {}, so its third field does not say same or different; write that "
            "there, or leave the field out where all are same",
            where, quoted(measured));
  }
  PairTable pairs;
  Skipped skipped;
  while (lines.next()) {
    if (lines.fields() < 2)
      throw InputError("{}:{}: 1 field; a line is `a b [same|different] [weight]`", where,
                       lines.line());
    const LinkKind kind = parse_kind(lines);
    const bool same = kind != LinkKind::kDifferent;
    const double weight = parse_weight(lines);
    const Index a = lookup.find(lines, 0);
    const Index b = lookup.find(lines, 1);
    if (a < 0 || b < 0) {
      if (++file.unknown == 1)
        skipped = {lines.line(), std::string(lines.field(0)), std::string(lines.field(1))};
      continue;
    }
    if (a == b)
      throw InputError("{}:{}: {} is paired with itself; a pair needs two different rows", where,
                       lines.line(), quoted(names.ids.text(a)));
    const FirstGiven first = pairs.add(a, b, {lines.line(), same});
    if (first.same != same)
      throw InputError("{}:{}: {} and {} are {} here, but {} on line {}; keep one of them", where,
                       lines.line(), quoted(lines.field(0)), quoted(lines.field(1)), text_of(same),
                       text_of(first.same), first.line);
    if (first.line != lines.line()) {
      ++file.duplicates;
      continue;
    }
    (same ? file.must_links : file.cannot_links).push_back({a, b, weight});
    file.kinds.push_back(kind);
  }
  lookup.finish();
  require_any_known(file, skipped, where, names);
  return file;
}

LinkFile links_in_memory(const std::vector<Link>& links, const std::vector<std::uint8_t>& same,
                         const std::string& where, const RowNames& names) {
  LinkFile file;
  PairTable pairs;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto [a, b, weight] = links[i];
    for (const Index row : {a, b})
      if (row < 0 || row >= names.rows)
        throw InputError("{}: pair {}: row {}; must be in [0, {})", where, i, row, names.rows);
    if (a == b)
      throw InputError("{}: pair {}: {} is paired with itself; a pair needs two different rows",
                       where, i, quoted(names.ids.text(a)));
    if (!(weight > 0) || !std::isfinite(weight))
      throw InputError("{}: pair {}: weight {}; must be above 0", where, i, weight);
    const bool alike = same[i] != 0;
    const FirstGiven first = pairs.add(a, b, {static_cast<Index>(i) + 1, alike});
    if (first.same != alike)
      throw InputError("{}: pair {}: {} and {} are {} here, but {} in pair {}; keep one of them",
                       where, i, quoted(names.ids.text(a)), quoted(names.ids.text(b)),
                       text_of(alike), text_of(first.same), first.line - 1);
    if (first.line != static_cast<Index>(i) + 1) {
      ++file.duplicates;
      continue;
    }
    (alike ? file.must_links : file.cannot_links).push_back(links[i]);
    file.kinds.push_back(alike ? LinkKind::kSame : LinkKind::kDifferent);
  }
  return file;
}

}  // namespace germane
