// Comma, tab or semicolon separated text, streamed. Quoted fields ("a ""b"", c"), CRLF, a
// byte-order mark and UTF-8 names are understood. The separator is the one of , tab ; that splits
// the first line most often. Blank lines at the end are passed over.
//
// The first line is a header if it is said to be one, or, where nothing is said (HeaderLine), when
//   1. a role names one of its fields (by name: a plain number asks for a column by number), or
//   2. it holds a word and no number, or
//   3. a word stands in it where the second line has a number, and its numbers, if any, ascend from
//      left to right, as the names 0,1,2 or wavelengths do. (If they do not, the word is a wrong
//      cell of a row, and refused as such.)
// A word is a field that is neither empty, a number, nor NA, NaN, ?, inf and the like. Text columns
// without a header (ids, labels) are words on both lines and prove nothing, so they stay data. A
// column with an empty name is known by its 0-based number, as all columns are without a header. A
// header with one field fewer than a row that begins with a word names the columns after that word,
// as R writes tables: the word's column is 0.
#pragma once

#include "germane/data/rows.h"
#include "germane/io/columns.h"
#include "germane/io/file.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

class CsvFile {
 public:
  CsvFile(const std::string& path, const ColumnRoles& roles);
  CsvFile(std::unique_ptr<MappedFile> file, const ColumnRoles& roles);
  // For fuzzing and tests: the same from memory, which must outlive the file.
  CsvFile(std::string_view text, const std::string& name, const ColumnRoles& roles);
  ~CsvFile();
  CsvFile(CsvFile&&) noexcept;

  // The feature columns (of a transposed table those of samples, as they stand), as float64. A pass
  // parses in parallel: next() locks only to cut off the next lines. Errors name file:line:column
  // (1-based line, 1-based field) and a way out.
  std::unique_ptr<RowSource> rows() const;

  // The non-feature columns named by the roles, one value per row; empty when not asked for. Every
  // call is one scan of the file, without parsing numbers; nothing is kept but the number of rows.
  RowKeys keys() const;

  const ColumnChoice& choice() const;
  bool has_header() const;
  bool has_column(const std::string& name) const;  // in its header

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace germane
