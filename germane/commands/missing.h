// What becomes of missing cells (empty, NA, NaN, ?) when a table is opened.
#pragma once

#include "germane/commands/table_input.h"
#include "germane/io/table.h"

namespace germane {

// Opens the table and treats its missing cells by input.missing: refuse, mean, drop-rows or
// drop-columns; where a model has a `fill`, by that. Where they are to be counted ("count"), they
// are NaN in its rows.
Table open_without_gaps(const TableInput& input, const ColumnRoles& given, const Vector& fill);

// Leaves out the rows with missing cells, if that is what was asked for; to be called when all that
// is matched by position has been read. Without ids rows keep their numbers as ids.
void drop_rows_with_gaps(const TableInput& input, Table& table);

}  // namespace germane
