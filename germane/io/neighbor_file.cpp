#include "germane/io/neighbor_file.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/row_lookup.h"
#include "germane/io/spool.h"
#include "germane/io/text_lines.h"

#include <algorithm>
#include <set>

namespace germane {
namespace {

struct Place {
  std::int64_t rank;
  Index row, line;
};

std::int64_t parse_rank(const TextLines& lines) {
  const auto rank = parse_integer(lines.field(1));
  if (!rank || *rank < 0)
    throw InputError("{}: {} is not a rank; it must be a number from 0 on", lines.place(1),
                     quoted(lines.field(1)));
  return *rank;
}

// The rows by their ranks. Throws for what stands twice.
std::vector<Index> in_order(std::vector<Place> places, const std::string& where) {
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.line < b.line;
  });
  std::vector<Index> rows;
  std::set<Index> seen;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i > 0 && places[i].rank == places[i - 1].rank)
      throw InputError("{}:{}: rank {} stands twice for its query, also on line {}", where,
                       places[i].line, places[i].rank, places[i - 1].line);
    if (!seen.insert(places[i].row).second)
      throw InputError("{}:{}: the same neighbour stands twice for its query", where,
                       places[i].line);
    rows.push_back(places[i].row);
  }
  return rows;
}

}  // namespace

RankedLists parse_ranked_lists(std::string_view text, const std::string& where,
                               const RowNames& queries, const RowNames& rows) {
  RankedLists lists;
  RowLookup query_lookup(queries, where), row_lookup(rows, where);
  TextLines lines(text, where);
  std::vector<Index> number(static_cast<std::size_t>(queries.rows), -1);
  std::vector<std::vector<Place>> places;
  for (bool first = true; lines.next(); first = false) {
    if (first && lines.fields() >= 3 && !parse_integer(lines.field(1))) {
      lists.header = true;
      continue;
    }
    if (lines.fields() < 3)
      throw InputError("{}:{}: {}; a line must be `query rank neighbor`", where, lines.line(),
                       counted(lines.fields(), "field"));
    const std::int64_t rank = parse_rank(lines);
    const Index query = query_lookup.find(lines, 0), row = row_lookup.find(lines, 2);
    if (query < 0 || row < 0) {
      ++lists.unknown;
      continue;
    }
    Index& at = number[static_cast<std::size_t>(query)];
    if (at < 0) {
      at = static_cast<Index>(places.size());
      places.emplace_back();
      lists.query.push_back(query);
    }
    places[static_cast<std::size_t>(at)].push_back({rank, row, lines.line()});
  }
  query_lookup.finish();
  row_lookup.finish();
  if (places.empty())
    throw InputError(
        "{}: holds no neighbours of known rows; write lines of `query rank neighbor`, as germane "
        "retrieve --out",
        where);
  for (std::vector<Place>& of_query : places)
    lists.found.push_back(in_order(std::move(of_query), where));
  return lists;
}

RankedLists read_ranked_lists(const std::string& path, const RowNames& queries,
                              const RowNames& rows) {
  const std::unique_ptr<MappedFile> file = open_text(path);
  const auto bytes = file->bytes();
  RankedLists read = parse_ranked_lists(
      std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), input_name(path),
      queries, rows);
  file->require_unchanged();
  return read;
}

}  // namespace germane
