#include "germane/data/keys.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <utility>

namespace germane {

Ids::Ids(std::vector<std::string> ids, std::string_view where) {
  if (ids.empty()) return;
  auto table = std::make_shared<Table>();
  table->ids = std::move(ids);
  table->rows.reserve(table->ids.size());
  Index row = 0;
  for (const std::string& id : table->ids) {
    if (id.empty())
      throw InputError("{}: row {} (from 0) has an empty id; every row needs an id of its own",
                       where, row);
    const auto [first, is_new] = table->rows.emplace(id, row);
    if (!is_new)
      throw InputError("{}: id {} stands twice, in rows {} and {} (from 0); ids must be unique",
                       where, quoted(id), first->second, row);
    ++row;
  }
  table_ = std::move(table);
}

Index Ids::find(std::string_view id) const {
  if (!table_) return -1;
  const auto found = table_->rows.find(id);
  return found == table_->rows.end() ? -1 : found->second;
}

std::string Ids::text(Index row) const {
  return table_ ? table_->ids.at(static_cast<std::size_t>(row)) : std::to_string(row);
}

const std::vector<std::string>& Ids::all() const {
  static const std::vector<std::string> none;
  return table_ ? table_->ids : none;
}

Codes encode(const std::vector<std::string>& names) {
  Codes codes;
  codes.of_row.reserve(names.size());
  std::unordered_map<std::string_view, Index> code_of;
  for (const std::string& name : names) {
    if (name.empty() || name == "-1") {
      codes.of_row.push_back(-1);
      continue;
    }
    const auto [entry, is_new] = code_of.emplace(name, codes.count());
    if (is_new) codes.names.push_back(name);
    codes.of_row.push_back(entry->second);
  }
  return codes;
}

}  // namespace germane
