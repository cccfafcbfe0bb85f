#include "germane/commands/view_input.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/gaps.h"
#include "germane/data/owned_rows.h"

#include <algorithm>
#include <numeric>

namespace germane {
namespace {

// The value given for a view by one of several NAME=VALUE options; "" = none.
std::string value_for(const std::string& name, const std::vector<std::string>& words,
                      const char* option) {
  std::string found;
  for (const std::string& word : words) {
    auto [of, value] = name_and_value(word, option);
    if (of != name) continue;
    if (!found.empty())
      throw InputError("{} is given twice for the view {}; give one", option, quoted(name));
    found = std::move(value);
  }
  return found;
}

void require_known(const std::vector<std::string>& words, const char* option,
                   const std::vector<OpenView>& views) {
  for (const std::string& word : words) {
    const std::string name = name_and_value(word, option).first;
    const bool known = std::any_of(views.begin(), views.end(),
                                   [&](const OpenView& view) { return view.name == name; });
    if (!known)
      throw InputError("{} {}: there is no view {}; give it with --view {}=FILE", option, word,
                       quoted(name), name);
  }
}

// The rows of each view that hold the objects all of them have, in the order of the first.
std::vector<std::vector<Index>> common_rows(const std::vector<OpenView>& views) {
  std::vector<std::vector<Index>> rows(views.size());
  const Ids& first = views.front().table.ids;
  std::vector<Index> found(views.size());
  for (Index row = 0; row < first.count(); ++row) {
    bool in_all = true;
    for (std::size_t i = 0; i < views.size() && in_all; ++i) {
      found[i] = i == 0 ? row : views[i].table.ids.find(first.text(row));
      in_all = found[i] >= 0;
    }
    if (!in_all) continue;
    for (std::size_t i = 0; i < views.size(); ++i) rows[i].push_back(found[i]);
  }
  return rows;
}

constexpr double kMemory = 4e9;  // for views whose rows must change places

std::unique_ptr<RowSource> in_order(std::unique_ptr<RowSource> rows,
                                    const std::vector<Index>& chosen) {
  if (std::is_sorted(chosen.begin(), chosen.end()))
    return static_cast<Index>(chosen.size()) == rows->rows()
               ? std::move(rows)
               : std::make_unique<ChosenRows>(std::move(rows), chosen);
  const double bytes =
      8.0 * static_cast<double>(chosen.size()) * static_cast<double>(rows->columns());
  if (bytes > kMemory)
    throw InputError(
        "{}: its rows stand in another order than those of the first view, and to reorder them "
        "takes {} of memory, above {}; write the files in one order",
        rows->name(), byte_size(bytes), byte_size(kMemory));
  return std::make_unique<OwnedRows<double>>(rows->gather(chosen), rows->column_names(),
                                             rows->name());
}

}  // namespace

std::pair<std::string, std::string> name_and_value(const std::string& word, const char* option) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
    throw InputError("{} {}: must be NAME={}, as in {} text={}", option, word,
                     std::string_view(option) == "--view-columns" ? "COLUMNS" : "FILE", option,
                     std::string_view(option) == "--view-columns" ? "a,b" : "text.npy");
  return {word.substr(0, equals), word.substr(equals + 1)};
}

TableInput table_of_view(const ViewInput& input, const std::string& name, const std::string& file) {
  TableInput table;
  table.files = {file};
  table.ids = value_for(name, input.view_ids, "--view-ids");
  if (table.ids.empty()) table.id = input.id;
  const std::string columns = value_for(name, input.view_columns, "--view-columns");
  if (!columns.empty()) table.columns = {columns};
  table.missing = input.missing;
  table.header = input.header;
  return table;
}

std::vector<OpenView> open_views(const ViewInput& input) {
  std::vector<OpenView> views;
  for (const std::string& word : input.view) {
    const auto [name, file] = name_and_value(word, "--view");
    if (name.find('/') != std::string::npos)
      throw InputError("--view {}: a name must not hold a slash", word);
    for (const OpenView& other : views)
      if (other.name == name)
        throw InputError("--view {}: the name {} is given twice; each view needs its own", word,
                         quoted(name));
    views.push_back({name, open_input(table_of_view(input, name, file))});
  }
  if (views.size() < 2)
    throw InputError("{}; give two or more, with --view NAME=FILE for each",
                     views.empty() ? "no view" : "one view");
  require_known(input.view_columns, "--view-columns", views);
  require_known(input.view_ids, "--view-ids", views);
  return views;
}

namespace {

// Rows without ids of which some were dropped for their gaps: the others keep their numbers, which
// then name the objects.
void name_by_number(std::vector<OpenView>& views) {
  const auto all_rows = [](const OpenView& view) {
    const std::vector<Index>& files = view.table.file_rows;
    return std::accumulate(files.begin(), files.end(), Index{0});
  };
  for (OpenView& view : views) {
    if (all_rows(view) != all_rows(views.front()))
      throw InputError(
          "{}: {}, but {} has {}; views are matched by position unless they have ids (--id COLUMN)",
          view.table.rows->name(), counted(all_rows(view), "row"), views.front().table.rows->name(),
          all_rows(views.front()));
    if (!view.table.ids.by_number()) continue;
    std::vector<std::string> numbers;
    for (Index row = 0; row < view.table.rows->rows(); ++row)
      numbers.push_back(std::to_string(row));
    view.table.ids = Ids(std::move(numbers), view.table.rows->name());
  }
}

}  // namespace

SideBySide join_views(std::vector<OpenView> views, const ViewInput& input, Section& section) {
  const bool named = !input.id.empty() || !input.view_ids.empty();
  if (!named && input.missing == "drop-rows") name_by_number(views);
  std::size_t with_ids = 0;
  for (const OpenView& view : views) with_ids += view.table.ids.by_number() ? 0 : 1;
  if (with_ids != 0 && with_ids != views.size()) {
    for (const OpenView& view : views)
      if (view.table.ids.by_number())
        throw InputError(
            "the view {} has no ids, and others have; give them with --view-ids {}=FILE, or leave "
            "all ids out to match rows by position",
            quoted(view.name), view.name);
  }
  section.fact("views", static_cast<Index>(views.size()));
  ReportTable table{.key = "views_given",
                    .title = "views",
                    .columns = {"view", "file", "rows", "columns"},
                    .rows = {}};
  for (const OpenView& view : views)
    table.rows.push_back(
        {view.name, view.table.rows->name(), view.table.rows->rows(), view.table.rows->columns()});
  std::vector<ViewRows> rows;
  if (with_ids == 0) {
    for (OpenView& view : views) rows.push_back({view.name, std::move(view.table.rows)});
  } else {
    const std::vector<std::vector<Index>> common = common_rows(views);
    if (common.front().empty())
      throw InputError("no id is in all of the {} views; {} begins with {} and {} with {}",
                       views.size(), quoted(views[0].name), quoted(views[0].table.ids.text(0)),
                       quoted(views[1].name), quoted(views[1].table.ids.text(0)));
    for (std::size_t i = 0; i < views.size(); ++i)
      rows.push_back({views[i].name, in_order(std::move(views[i].table.rows), common[i])});
  }
  SideBySide joined(std::move(rows));
  section.fact("objects", joined.rows(), "in all views");
  section.fact("matched", named ? "by id" : "by position");
  section.tables.push_back(std::move(table));
  return joined;
}

}  // namespace germane
