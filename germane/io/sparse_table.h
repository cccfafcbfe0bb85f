// The sparse files of one table: joined before columns are chosen, as a file of svmlight is only as
// wide as the columns that occur in it.
#pragma once

#include "germane/io/columns.h"
#include "germane/io/file.h"
#include "germane/io/sparse_text.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace germane {

class SparseTable {
 public:
  // Reads a file, turned round if the roles say so; false: it is no sparse text. Throws InputError
  // as sparse_text.h does, and for roles that name a column it does not have.
  bool add(const MappedFile& file, const ColumnRoles& roles);

  // Of the last file: labels and chunklets, as far as the roles ask for them.
  std::pair<std::vector<std::string>, std::vector<std::string>> keys(const ColumnRoles& roles);
  Index rows() const { return parts_.back().rows.rows(); }

  std::size_t files() const { return parts_.size(); }
  // All rows with the chosen columns. Columns of a model that do not occur here are zeros.
  std::unique_ptr<RowSource> joined(const ColumnRoles& roles, const std::string& name) const;

 private:
  std::vector<SparseText> parts_;
};

}  // namespace germane
