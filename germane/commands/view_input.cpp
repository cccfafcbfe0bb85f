#include "germane/commands/view_input.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/sparse_writer.h"
#include "germane/words/vocabulary.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

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

void replace_first(std::string& said, const std::string& word, const std::string& by) {
  if (const std::size_t at = said.find(word); at != std::string::npos)
    said.replace(at, word.size(), by);
}

}  // namespace

std::string advice_for_views(std::string said, const ViewInput& input) {
  constexpr const char* kInstead = "write the view as .csv with that column";
  for (const std::string& word : input.view) {
    const auto [name, file] = name_and_value(word, "--view");
    if (!said.starts_with(file)) continue;
    replace_first(said, "--exclude ", "--view-exclude " + name + "=");
    replace_first(said, "give --ids FILE", "give --view-ids " + name + "=FILE");
    replace_first(said, "give --labels FILE", kInstead);
    replace_first(said, "give --chunklets FILE", kInstead);
    if (!input.permute_within.empty()) replace_first(said, "--label", "--permute-within");
    if (!input.shuffle_within.empty()) replace_first(said, "--chunklet-column", "--shuffle-within");
    break;
  }
  return said;
}

std::vector<std::string> words_beside(const OpenView& view, Section& section) {
  const Table& table = view.table;
  if (!table.rows->sparse() || !table.rows->column_names().empty() || table.files.size() != 1)
    return {};
  const std::string path = beside(table.files[0], ".vocabulary.tsv");
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return {};
  std::vector<std::string> words = read_vocabulary(path).words;
  if (static_cast<Index>(words.size()) == table.rows->columns()) return words;
  section.notes.push_back(fmt::format("{} has {} for {} of the view {}: its columns go by number",
                                      path, counted(static_cast<Index>(words.size()), "word"),
                                      counted(table.rows->columns(), "column"), quoted(view.name)));
  return {};
}

std::pair<std::string, std::string> name_and_value(const std::string& word, const char* option) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
    const std::string_view name(option);
    const bool columns = name == "--view-columns" || name == "--view-exclude";
    const bool number = name == "--view-ridge";
    throw InputError("{} {}: must be NAME={}, as in {} text={}", option, word,
                     columns  ? "COLUMNS"
                     : number ? "SHARE"
                              : "FILE",
                     option,
                     columns  ? "a,b"
                     : number ? "0.1"
                              : "text.npy");
  }
  return {word.substr(0, equals), word.substr(equals + 1)};
}

TableInput table_of_view(const ViewInput& input, const std::string& name, const std::string& file) {
  TableInput table;
  table.files = {file};
  table.ids = value_for(name, input.view_ids, "--view-ids");
  if (table.ids.empty()) table.id = input.id;
  const std::string columns = value_for(name, input.view_columns, "--view-columns");
  if (!columns.empty()) table.columns = {columns};
  const std::string exclude = value_for(name, input.view_exclude, "--view-exclude");
  if (!exclude.empty()) table.exclude = {exclude};
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
    TableInput table = table_of_view(input, name, file);
    const bool first = views.empty();
    if (first) table.label = input.permute_within;
    views.push_back({name, open_input(table, first ? input.shuffle_within : "")});
  }
  if (views.size() < 2)
    throw InputError("{}; give two or more, with --view NAME=FILE for each",
                     views.empty() ? "no view" : "one view");
  require_known(input.view_columns, "--view-columns", views);
  require_known(input.view_ids, "--view-ids", views);
  require_known(input.view_exclude, "--view-exclude", views);
  return views;
}

}  // namespace germane
