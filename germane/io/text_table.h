// A table of free text, row by row: CSV as csv_text.h has it, or TSV, of which every line is a row
// and a quote is a character like others unless quotes stand around a whole field.
#pragma once

#include "germane/io/csv_text.h"
#include "germane/io/file.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

// Rows one by one; each ends before its line end.
class TextRowCutter {
 public:
  TextRowCutter(std::string_view text, char separator, Index line, const std::string& where);
  std::optional<CsvRows> next();

 private:
  CsvRows next_line();

  const char separator_;
  CsvCutter cutter_;
  std::string_view text_;
  Index line_;
};

class TextTable {
 public:
  // `columns`: of text, `id`: of ids, "" = none; by name, or without a header by number from 0. The
  // first line is a header when one of them stands in it. Throws InputError: no such column (the
  // nearest is named), several of that name, no rows.
  TextTable(const std::string& path, const std::vector<std::string>& columns,
            const std::string& id);

  const std::string& where() const { return file_->path(); }
  bool has_ids() const { return id_ >= 0; }
  TextRowCutter rows() const { return {text_, separator_, line_, where()}; }
  TextRowCutter rows(const CsvRows& part) const;  // of a part of them
  void require_unchanged() const { file_->require_unchanged(); }

  // Both throw InputError file:line when the row has another number of fields than the first line.
  std::string id_of(const CsvRows& row) const;
  // The texts of a row, in the order of `columns`, and the line on which each begins.
  using Take = std::function<void(std::string_view text, Index line)>;
  void each_text(const CsvRows& row, const Take& take) const;

 private:
  void find_columns(const std::vector<std::string>& names, const std::vector<std::string>& columns,
                    const std::string& id);
  Index find(const std::vector<std::string>& names, const std::string& column,
             const char* flag) const;
  template <class TakeField>
  void each(const CsvRows& row, const TakeField& take) const;

  std::unique_ptr<MappedFile> file_;
  std::string_view text_;  // of the rows
  char separator_ = ',';
  bool header_ = false;
  Index line_ = 1;
  Index columns_ = 0;
  std::vector<Index> texts_;
  Index id_ = -1;
};

}  // namespace germane
