#include "germane/commands/missing.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/gaps.h"

#include <utility>

namespace germane {
namespace {

std::string cells_text(const Gaps& gaps) {
  return fmt::format("{} in {}", counted(gaps.cells, "cell"), counted(gaps.columns(), "column"));
}

void fill_gaps(Table& table, const Vector& fill, const Gaps& gaps, const char* by) {
  table.missing = fmt::format("{}, filled by {}", cells_text(gaps), by);
  table.rows = std::make_unique<FilledRows>(std::move(table.rows), fill);
}

Table without_columns(const TableInput& input, ColumnRoles roles, const Table& table,
                      const Gaps& gaps) {
  const std::vector<std::string>& names = table.rows->column_names();
  if (names.empty() && !(roles.columns.empty() && roles.exclude.empty()))
    throw InputError(
        "--missing drop-columns: the columns have no names, and some were chosen already; leave "
        "them out by number, with --exclude");
  std::vector<std::string> dropped;
  for (Index j = 0; j < table.rows->columns(); ++j)
    if (gaps.of_column[static_cast<std::size_t>(j)] > 0)
      dropped.push_back(names.empty() ? std::to_string(j) : names[static_cast<std::size_t>(j)]);
  if (static_cast<Index>(dropped.size()) == table.rows->columns())
    throw InputError("{}: every column has missing cells; pass --missing mean or drop-rows",
                     table.rows->name());
  std::erase_if(roles.columns, [&](const std::string& column) {
    return std::find(dropped.begin(), dropped.end(), column) != dropped.end();
  });
  roles.exclude.insert(roles.exclude.end(), dropped.begin(), dropped.end());
  roles.gaps = roles.transpose;  // then all is read before any of it is left out
  Table rest = open_table(input.files, roles, input.ids);
  rest.missing = fmt::format("{}, left out: {}", cells_text(gaps), join(dropped, ", "));
  return rest;
}

Codes only(const Codes& codes, const std::vector<Index>& rows) {
  if (codes.of_row.empty()) return codes;
  Codes kept{{}, codes.names};
  kept.of_row.reserve(rows.size());
  for (const Index row : rows) kept.of_row.push_back(codes.of_row[static_cast<std::size_t>(row)]);
  return kept;
}

}  // namespace

Table open_without_gaps(const TableInput& input, const ColumnRoles& given, const Vector& fill) {
  ColumnRoles roles = given;
  const bool by_model = fill.size() > 0 && (input.missing == "refuse" || input.missing == "mean");
  roles.gaps = (input.missing != "refuse" || by_model) && roles.features;
  Table table = open_table(input.files, roles, input.ids);
  if (!roles.gaps || input.missing == "drop-rows" || input.missing == "count") return table;
  const Gaps gaps = find_gaps(*table.rows);
  if (by_model && fill.size() != table.rows->columns())
    throw InputError("{}: {} columns; the model was learned on {}", table.rows->name(),
                     table.rows->columns(), fill.size());
  if (input.missing == "mean" && !by_model) table.fill = gaps.means;
  if (gaps.cells == 0) return table;
  if (by_model) {
    fill_gaps(table, fill, gaps, "the means of what the model was learned on");
  } else if (input.missing == "mean") {
    for (Index j = 0; j < table.rows->columns(); ++j)
      if (gaps.of_column[static_cast<std::size_t>(j)] == table.rows->rows())
        throw InputError(
            "{}: {} has no number at all; {}", table.rows->name(), column_text(*table.rows, j),
            given.expected.empty()
                ? "leave it out with --exclude"
                : "learn the model with --missing mean, so that it holds what to fill in");
    fill_gaps(table, gaps.means, gaps, "the column's mean");
  } else {
    return without_columns(input, given, table, gaps);
  }
  return table;
}

void drop_rows_with_gaps(const TableInput& input, Table& table) {
  if (input.missing != "drop-rows" || !input.features) return;
  Gaps gaps = find_gaps(*table.rows);
  if (gaps.cells == 0) return;
  if (gaps.whole_rows.empty())
    throw InputError("{}: every row has missing cells; pass --missing mean or drop-columns",
                     table.rows->name());
  std::vector<std::string> ids;
  ids.reserve(gaps.whole_rows.size());
  for (const Index row : gaps.whole_rows) ids.push_back(table.ids.text(row));
  table.labels = only(table.labels, gaps.whole_rows);
  table.chunklets = std::make_shared<const Codes>(only(*table.chunklets, gaps.whole_rows));
  table.missing = fmt::format("{}, {} left out", cells_text(gaps),
                              counted(table.rows->rows() - static_cast<Index>(ids.size()), "row"));
  table.ids = Ids(std::move(ids), table.rows->name());
  table.rows = std::make_unique<ChosenRows>(std::move(table.rows), std::move(gaps.whole_rows));
}

}  // namespace germane
