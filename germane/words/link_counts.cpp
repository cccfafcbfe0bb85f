#include "germane/words/link_counts.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/row_lookup.h"
#include "germane/io/spool.h"
#include "germane/io/text_lines.h"

#include <algorithm>
#include <array>
#include <utility>

namespace germane {
namespace {

bool is_usual_name(std::string_view field) {
  constexpr std::array<std::string_view, 10> kNames = {
      "from", "to", "src", "dst", "source", "target", "citing", "cited", "parent", "child"};
  std::string lower(field);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::find(kNames.begin(), kNames.end(), lower) != kNames.end();
}

// Without known objects, words over numbers are a header.
bool first_line_is_header(std::string_view text, const std::string& where, const Ids& objects,
                          const RowLookup& lookup) {
  TextLines lines(text, where);
  if (!lines.next() || lines.fields() != 2) return false;
  const auto known = [&](Index i) {
    return objects.by_number() ? parse_finite(lines.field(i)).has_value()
                               : objects.find(lines.field(i)) >= 0;
  };
  if (known(0) || known(1)) return false;
  if (is_usual_name(lines.field(0)) && is_usual_name(lines.field(1))) return true;
  if (!objects.by_number()) return lookup.first_line_is_header(text, 2);
  return lines.next() && lines.fields() == 2 && known(0) && known(1);
}

// Sorted links (row, word) as counts.
void fill(std::vector<std::pair<Index, Index>>& links, Index rows, WordCounts& counts) {
  std::sort(links.begin(), links.end());
  counts.documents.assign(counts.words.size(), 0);
  counts.ends.reserve(static_cast<std::size_t>(rows));
  std::size_t link = 0;
  for (Index row = 0; row < rows; ++row) {
    for (; link < links.size() && links[link].first == row; ++link) {
      if (link == 0 || links[link] != links[link - 1]) {
        counts.entries.push_back({links[link].second, 0});
        ++counts.documents[static_cast<std::size_t>(links[link].second)];
      }
      ++counts.entries.back().count;
    }
    counts.ends.push_back(counts.entries.size());
  }
  counts.running = static_cast<Index>(links.size());
}

}  // namespace

LinkCounts count_links(const std::string& path, LinkDirection direction, const Ids& objects,
                       UnknownIds unknown) {
  const std::unique_ptr<MappedFile> file = open_text(path);
  const std::string where = file->path();
  const auto bytes = file->bytes();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const RowNames names{objects, objects.count(), unknown};
  RowLookup lookup(names, where);

  LinkCounts result;
  result.header = first_line_is_header(text, where, objects, lookup);
  WordNumbers rows, words;
  std::vector<std::pair<Index, Index>> links;
  TextLines lines(text, where);
  if (result.header) lines.next();
  while (lines.next()) {
    if (lines.fields() != 2 || lines.field(0).empty() || lines.field(1).empty())
      throw InputError("{}:{}: a line of links is `from to`, two ids; this one has {}", where,
                       lines.line(), counted(lines.fields(), "field"));
    const std::array<Index, 2> ends =
        objects.by_number() ? std::array{rows.number(lines.field(0)), rows.number(lines.field(1))}
                            : std::array{lookup.find(lines, 0), lookup.find(lines, 1)};
    if (ends[0] < 0 || ends[1] < 0) {
      ++result.unknown;
      continue;
    }
    if (direction == LinkDirection::kBoth) {
      links.emplace_back(ends[0], words.number("to:" + std::string(lines.field(1))));
      links.emplace_back(ends[1], words.number("from:" + std::string(lines.field(0))));
      continue;
    }
    const Index from = direction == LinkDirection::kTo ? 0 : 1;
    links.emplace_back(ends[static_cast<std::size_t>(from)], words.number(lines.field(1 - from)));
  }
  lookup.finish();
  if (links.empty())
    throw InputError("{}: no links{}; write lines of `from to`", where,
                     result.unknown > 0 ? " between known objects" : "");
  file->require_unchanged();

  result.links = static_cast<Index>(links.size()) / (direction == LinkDirection::kBoth ? 2 : 1);
  result.objects = objects.by_number() ? Ids(rows.take_words(), where) : objects;
  result.counts.words = words.take_words();
  fill(links, result.objects.count(), result.counts);
  return result;
}

}  // namespace germane
