// Writing rows: CSV (with ids and column names) or npy, npz and fvecs (ids beside them in
// NAME.ids.txt), by the ending of the path. Atomic: nothing exists under the final name until
// commit().
#pragma once

#include "germane/data/keys.h"
#include "germane/data/rows.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

class TableWriter {
 public:
  virtual ~TableWriter() = default;
  virtual void append(const RowMatrix<double>& rows) = 0;  // in order
  virtual void append(const RowMatrix<float>& rows) = 0;   // the same scalar in every call
  virtual void commit() = 0;
  virtual std::string ids_path() const { return ""; }  // of ids written beside the rows; "" = none
};

// `path` ends in .csv, .tsv, .npy, .npz or .fvecs (float32 only); anything else is refused by name.
// The first CSV column holds ids.text(row); `id_column` is its name, "" = "id", or "row" where rows
// have only numbers. Numbers are written with the fewest digits that read back the same.
std::unique_ptr<TableWriter> create_table(const std::string& path, Scalar scalar,
                                          const std::vector<std::string>& columns, const Ids& ids,
                                          const std::string& id_column = "");

// Adds a field to a line of a CSV: quoted where a reader would otherwise cut, trim or pass over it
// (lines that begin with # are comments in files of side-information).
void append_field(std::string& line, std::string_view field, char separator);

// A CSV of text columns, all of one length, in one atomic write; quoted where needed.
void write_columns(const std::string& path, const std::vector<std::string>& names,
                   const std::vector<std::vector<std::string>>& columns);

}  // namespace germane
