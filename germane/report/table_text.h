// A table of a report as aligned lines of text.
#pragma once

#include "germane/report/report.h"

#include <cstddef>
#include <string>
#include <vector>

namespace germane {

// The header and the rows, without the title, indentation or blanks at the ends of lines. Columns
// of numbers are right-aligned with their decimal points in one place, others left-aligned. A table
// wider than `width` is cut into bands of columns, each of which begins with the first column.
std::vector<std::string> table_lines(const ReportTable& table, std::size_t width);

}  // namespace germane
