// What names the rows of a table besides their numbers: ids, labels, chunklet names.
#pragma once

#include "germane/linalg/matrix.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace germane {

// Ids of rows, unique; or no ids, in which case rows are known by their 0-based numbers.
class Ids {
 public:
  Ids() = default;  // by number
  // Throws InputError naming `where` and the first id that stands twice, or is empty.
  Ids(std::vector<std::string> ids, std::string_view where);

  bool by_number() const { return !table_; }
  Index count() const { return static_cast<Index>(all().size()); }
  // The row of an id, -1 if there is none. Not for ids by number.
  Index find(std::string_view id) const;
  // The id of a row: its name, or its number as text.
  std::string text(Index row) const;
  const std::vector<std::string>& all() const;

 private:
  struct Table {
    std::vector<std::string> ids;
    std::unordered_map<std::string_view, Index> rows;  // views of ids
  };
  std::shared_ptr<const Table> table_;  // shared by copies; none: by number
};

// One name per row out of a few: classes, groups, chunklets. -1 = none. Codes count from 0 in order
// of first appearance; empty names and "-1" are none.
struct Codes {
  std::vector<Index> of_row;
  std::vector<std::string> names;  // of each code

  Index count() const { return static_cast<Index>(names.size()); }
  Index rows() const { return static_cast<Index>(of_row.size()); }
  bool known(Index row) const { return of_row[static_cast<std::size_t>(row)] >= 0; }
};

Codes encode(const std::vector<std::string>& names);

}  // namespace germane
