#include "germane/io/csv_parser.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <fast_float/fast_float.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace germane {
namespace {

bool at_line_end(const char* place, const char* end) {
  return place == end || *place == '\n' ||
         (*place == '\r' && (place + 1 == end || place[1] == '\n'));
}

// The start of the next row, given a place at or in the line end of this one.
const char* after_line_end(const char* place, const char* end) {
  if (place < end && *place == '\r') ++place;
  return place < end ? place + 1 : end;
}

// As a shell needs it.
std::string argument(const std::string& text) {
  return text.find_first_of(" \t'\"$&;|<>()*?") == std::string::npos ? text : quoted(text);
}

}  // namespace

struct CsvParser::Cell {
  const CsvRows& rows;
  const char* row;
  const char* begin;
  Index column;

  Index line() const { return line_of(begin, rows.begin, rows.line); }
};

CsvParser::CsvParser(const CsvLayout& layout, const ColumnChoice& choice, std::string where)
    : layout_(layout),
      choice_(choice),
      where_(std::move(where)),
      slots_(static_cast<std::size_t>(layout.columns), -1) {
  for (std::size_t i = 0; i < choice.features.size(); ++i)
    slots_[static_cast<std::size_t>(choice.features[i])] = static_cast<Index>(i);
}

void CsvParser::parse_numbers(const CsvRows& rows, std::vector<double>& numbers) const {
  require_no_nul(rows);
  // A row has a separator or line end per column and, unless gaps are allowed, at least one byte
  // per number. Where there are fewer bytes, a row or cell is missing: find it without making room
  // for rows that are not there.
  const Index bytes_of_numbers = choice_.gaps ? 0 : features();
  const Index least = rows.count * (layout_.columns + bytes_of_numbers) - 1;
  const Index stride = rows.end - rows.begin >= least ? features() : 0;
  numbers.resize(static_cast<std::size_t>(stride > 0 ? rows.count * stride : features()));

  const char* row = rows.begin;
  for (Index i = 0; i < rows.count; ++i) row = parse_row(rows, row, numbers.data() + i * stride);
}

void CsvParser::append_keys(const CsvRows& rows, RowKeys& keys) const {
  require_no_nul(rows);
  const char* row = rows.begin;
  for (Index i = 0; i < rows.count; ++i) row = append_row(rows, row, keys);
}

const char* CsvParser::parse_row(const CsvRows& rows, const char* row, double* numbers) const {
  const char* const end = rows.end;
  const char separator = layout_.separator;
  const char* place = row;
  for (Index column = 0; column < layout_.columns; ++column) {
    const bool last = column + 1 == layout_.columns;
    const Index slot = slots_[static_cast<std::size_t>(column)];
    const char* stop = nullptr;
    if (slot >= 0) {
      double number = 0;
      const auto [behind, error] = fast_float::from_chars(place, end, number);
      const bool plain = error == std::errc() && behind - place <= kCsvFieldLimit &&
                         (behind == end || *behind == separator || at_line_end(behind, end));
      if (plain && std::isfinite(number)) {
        numbers[slot] = number;
        stop = behind;
      }
    }
    if (stop == nullptr) {  // blanks, quotes, a sign, a column that is no feature, or an error
      const Cell cell{rows, row, place, column};
      const CsvField field = scan(cell);
      if (slot >= 0) numbers[slot] = slow_number(field, cell);
      stop = field.stop;
    }
    const bool at_separator = stop < end && *stop == separator;
    if (at_separator == last) require_whole_row(rows, row);
    place = at_separator ? stop + 1 : stop;
  }
  return after_line_end(place, end);
}

const char* CsvParser::append_row(const CsvRows& rows, const char* row, RowKeys& keys) const {
  const char* const end = rows.end;
  const char* place = row;
  for (Index column = 0; column < layout_.columns; ++column) {
    const bool key = column == choice_.id || column == choice_.label || column == choice_.chunklet;
    const char* stop = key ? nullptr : skip_field(place, end, layout_.separator);
    if (stop == nullptr) {
      const CsvField field = scan({rows, row, place, column});
      if (column == choice_.id) keys.ids.push_back(field.value());
      if (column == choice_.label) keys.labels.push_back(field.value());
      if (column == choice_.chunklet) keys.chunklets.push_back(field.value());
      stop = field.stop;
    }
    const bool at_separator = stop < end && *stop == layout_.separator;
    if (at_separator == (column + 1 == layout_.columns)) require_whole_row(rows, row);
    place = at_separator ? stop + 1 : stop;
  }
  return after_line_end(place, end);
}

CsvField CsvParser::scan(const Cell& cell) const {
  const CsvField field = scan_field(cell.begin, cell.rows.end, layout_.separator);
  if (field.fault != CsvField::Fault::kNone) refuse_field(field, cell.line(), cell.column, where_);
  return field;
}

double CsvParser::slow_number(const CsvField& field, const Cell& cell) const {
  if (const auto number = parse_finite(field.text)) return *number;
  if (choice_.gaps && stands_for_missing(field.value()))
    return std::numeric_limits<double>::quiet_NaN();
  require_whole_row(cell.rows, cell.row);  // a missing field shifts text under numbers
  refuse_cell(field, cell);
}

void CsvParser::refuse_cell(const CsvField& field, const Cell& cell) const {
  const std::string place = fmt::format("{}:{}:{}", where_, cell.line(), cell.column + 1);
  const bool named = !layout_.names.empty();
  const std::string name =
      named ? layout_.names[static_cast<std::size_t>(cell.column)] : std::to_string(cell.column);
  const std::string column = named ? quoted(name) : name;
  const std::string text = field.value();
  if (trim(text).empty())
    throw InputError(
        "{}: empty cell (column {}); pass --missing mean, drop-rows or drop-columns, or leave the "
        "column out with --exclude {}",
        place, column, argument(name));

  double number = 0;
  const std::string_view digits = trim(text);
  const auto [behind, error] =
      fast_float::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool too_large = behind == digits.data() + digits.size() && std::isinf(number);
  if (too_large || stands_for_no_number(text))
    throw InputError(
        "{}: {} is not a finite number (column {}); {}leave the column out with --exclude {}",
        place, quoted(text), column,
        !too_large && stands_for_missing(text)
            ? "pass --missing mean, drop-rows or drop-columns, or "
            : "mend it, remove the row, or ",
        argument(name));

  const bool blanks_separate = layout_.columns == 1 && text.find(' ') != std::string::npos;
  throw InputError(
      "{}: {} is not a number (column {}); if it is no feature, name it with --label or "
      "--id, or leave it out with --exclude {}{}",
      place, quoted(text), column, argument(name),
      blanks_separate ? " (fields are separated by comma, tab or semicolon)" : "");
}

// Throws when the row has more or fewer fields than there are columns; returns when it is whole.
void CsvParser::require_whole_row(const CsvRows& rows, const char* row) const {
  const char* const end = rows.end;
  const char* place = row;
  Index fields = 1;
  while (true) {
    const CsvField field = scan({rows, row, place, fields - 1});
    if (field.stop == end || *field.stop == '\n') {
      const bool blank = fields == 1 && field.text.empty() && !field.quoted;
      if (blank && layout_.columns > 1)
        throw InputError(
            "{}:{}: a blank line; the {} has {} (blank lines may stand only at the end)", where_,
            line_of(row, rows.begin, rows.line), layout_.header ? "header" : "first line",
            counted(layout_.columns, "field"));
      break;
    }
    place = field.stop + 1;
    ++fields;
  }
  if (fields != layout_.columns)
    throw InputError("{}:{}: {}; the {} has {}", where_, line_of(row, rows.begin, rows.line),
                     counted(fields, "field"), layout_.header ? "header" : "first line",
                     with_thousands(layout_.columns));
}

void CsvParser::require_no_nul(const CsvRows& rows) const {
  const auto size = static_cast<std::size_t>(rows.end - rows.begin);
  if (const void* nul = std::memchr(rows.begin, '\0', size))
    throw InputError("{}:{}: a NUL byte; this is no text, or a damaged file", where_,
                     line_of(static_cast<const char*>(nul), rows.begin, rows.line));
}

}  // namespace germane
