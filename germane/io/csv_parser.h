// What the fields of separated text mean: numbers of the features, keys of the rows.
#pragma once

#include "germane/io/columns.h"
#include "germane/io/csv_layout.h"
#include "germane/io/csv_text.h"

#include <string>
#include <vector>

namespace germane {

// Has no state that changes: one parser serves all threads. Throws InputError naming
// file:line:field.
class CsvParser {
 public:
  // The layout and the choice must outlive the parser.
  CsvParser(const CsvLayout& layout, const ColumnChoice& choice, std::string where);

  Index features() const { return static_cast<Index>(choice_.features.size()); }

  // The features of the rows, row by row, in the place of what `numbers` held.
  void parse_numbers(const CsvRows& rows, std::vector<double>& numbers) const;

  // Adds the keys that the choice names, one per row.
  void append_keys(const CsvRows& rows, RowKeys& keys) const;

 private:
  struct Cell;  // where a field stands
  const char* parse_row(const CsvRows& rows, const char* row, double* numbers) const;
  const char* append_row(const CsvRows& rows, const char* row, RowKeys& keys) const;
  CsvField scan(const Cell& cell) const;
  double slow_number(const CsvField& field, const Cell& cell) const;
  [[noreturn]] void refuse_cell(const CsvField& field, const Cell& cell) const;
  void require_whole_row(const CsvRows& rows, const char* row) const;
  void require_no_nul(const CsvRows& rows) const;

  const CsvLayout& layout_;
  const ColumnChoice& choice_;
  const std::string where_;
  std::vector<Index> slots_;  // of each column among the features; -1 = none
};

}  // namespace germane
