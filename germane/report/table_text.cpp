#include "germane/report/table_text.h"

#include "germane/report/layout.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace germane {
namespace {

constexpr std::size_t kGap = 3;
constexpr std::size_t kDigits = 4;  // of significant()

struct Cell {
  std::string text;
  bool fraction = false;  // a double written without an exponent
  bool whole = false;     // its value, not only what is shown of it
  std::size_t decimals() const {
    const std::size_t point = text.find('.');
    return fraction && point != std::string::npos ? text.size() - point - 1 : 0;
  }
};

struct Column {
  std::string header;
  std::vector<std::string> cells;
  bool numeric = false;
  std::size_t width = 0;
};

// Nulls and cells past the end of a short row are equal.
const Value& cell_value(const std::vector<Value>& row, std::size_t column) {
  static const Value kNone;
  return column < row.size() ? row[column] : kNone;
}

bool is_plain_number(std::string_view text) {
  return text.find_first_not_of("0123456789.,-") == std::string_view::npos;
}

std::size_t digits_shown(std::string_view text) {
  const std::size_t first = text.find_first_of("123456789");
  if (first == std::string_view::npos) return 1;
  return static_cast<std::size_t>(std::count_if(text.begin() + static_cast<std::ptrdiff_t>(first),
                                                text.end(),
                                                [](char c) { return c >= '0' && c <= '9'; }));
}

// Brings the decimal points of a column under each other: zeros while they are significant digits
// (0.95 beside 0.9468 is 0.9500), blanks after that. A whole 0 or 1 is exact, as scores often are,
// and gets all its zeros.
std::string aligned(Cell cell, std::size_t decimals) {
  const std::size_t own = cell.decimals();
  if (decimals == 0 || own == decimals) return cell.text;
  std::size_t missing = decimals - own;
  if (cell.fraction) {
    const std::size_t shown = digits_shown(cell.text);
    const bool exact = cell.whole && shown == 1 && decimals <= kDigits;
    const std::size_t wanted = exact ? decimals + 1 : kDigits;
    const std::size_t zeros = std::min(missing, wanted - std::min(wanted, shown));
    if (own == 0 && zeros > 0) cell.text += '.';
    cell.text.append(zeros, '0');
    missing -= zeros;
    if (own == 0 && zeros == 0) ++missing;  // the place of the point
  } else if (is_plain_number(cell.text)) {
    ++missing;
  } else {
    return cell.text;
  }
  return cell.text.append(missing, ' ');
}

Column make_column(const ReportTable& table, std::size_t number) {
  Column column;
  column.header = label_of(table.columns[number]);
  std::vector<Cell> cells;
  std::size_t decimals = 0;
  bool any = false;
  bool all = true;
  const std::size_t rows =
      table.shown > 0 ? std::min(table.shown, table.rows.size()) : table.rows.size();
  for (std::size_t i = 0; i < rows; ++i) {
    const Value& value = cell_value(table.rows[i], number);
    Cell cell{value_text(value)};
    if (const double* real = value.get_if<double>()) {
      cell.fraction = is_plain_number(cell.text);
      cell.whole = *real == std::floor(*real);
    }
    any = any || value.is_number();
    all = all && (value.is_number() || value.is_null());
    decimals = std::max(decimals, cell.decimals());
    cells.push_back(std::move(cell));
  }
  column.numeric = any && all;
  column.width = text_width(column.header);
  for (Cell& cell : cells) {
    column.cells.push_back(column.numeric ? aligned(std::move(cell), decimals)
                                          : std::move(cell.text));
    column.width = std::max(column.width, text_width(column.cells.back()));
  }
  return column;
}

void append_cell(std::string& line, const Column& column, const std::string& text, bool first) {
  if (!first) line.append(kGap, ' ');
  line += column.numeric ? pad_left(text, column.width) : pad_right(text, column.width);
}

void finish_line(std::vector<std::string>& lines, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  lines.push_back(std::move(line));
}

void append_band(std::vector<std::string>& lines, const std::vector<const Column*>& band) {
  std::string header;
  for (const Column* column : band)
    append_cell(header, *column, column->header, column == band.front());
  finish_line(lines, std::move(header));
  for (std::size_t row = 0; row < band.front()->cells.size(); ++row) {
    std::string line;
    for (const Column* column : band)
      append_cell(line, *column, column->cells[row], column == band.front());
    finish_line(lines, std::move(line));
  }
}

}  // namespace

std::vector<std::string> table_lines(const ReportTable& table, std::size_t width) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) columns.push_back(make_column(table, i));

  std::vector<std::string> lines;
  for (std::size_t next = 0; next < columns.size();) {
    if (next > 0) lines.emplace_back();
    std::vector<const Column*> band{&columns[0]};
    std::size_t used = columns[0].width;
    if (next == 0) ++next;
    do {  // a band takes one column more than the first, however wide
      if (next == columns.size()) break;
      band.push_back(&columns[next]);
      used += kGap + columns[next].width;
      ++next;
    } while (next < columns.size() && used + kGap + columns[next].width <= width);
    append_band(lines, band);
  }
  return lines;
}

}  // namespace germane
