// What the first lines of separated text say: the separator, the header, the columns. The rules are
// those of csv.h.
#pragma once

#include "germane/io/columns.h"

#include <string>
#include <string_view>
#include <vector>

namespace germane {

struct CsvLayout {
  char separator = ',';
  bool header = false;
  std::vector<std::string> names;  // empty without a header
  Index columns = 0;
  std::string_view
      rows;  // the text of the rows: no byte-order mark, header, or blank lines at the end
  Index first_line = 1;  // of the rows
  Index words = -1;      // the first column that holds a word in the first row; -1: none
};

// Throws InputError: no text, no rows, too many columns, a fault in the first line.
CsvLayout read_layout(std::string_view text, const std::string& where, const ColumnRoles& roles);

// Throws InputError saying what a file looks like when its start is known to be no text.
void require_text(std::string_view text, const std::string& where);

// "\xEF\xBB\xBF", which some programs put before UTF-8 text, taken away.
std::string_view without_byte_order_mark(std::string_view text);

// True for NA, NaN, ?, inf and other ways to write that a number is missing or has no finite value.
bool stands_for_no_number(std::string_view field);
// True for those of them that say nothing at all, which an infinity does not: empty, NA, NaN, ? ...
bool stands_for_missing(std::string_view field);

}  // namespace germane
