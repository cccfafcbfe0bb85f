// Which columns of a file are features, and which name, label or group the rows.
#pragma once

#include "germane/linalg/matrix.h"

#include <string>
#include <vector>

namespace germane {

// Whether the first line of text names the columns: as the rules of csv.h have it, or as is said.
enum class HeaderLine { kAuto, kYes, kNo };

struct ColumnRoles {
  std::string id = {};        // column of ids, "" = none; a name, or a 0-based number when unnamed
  std::string label = {};     // column of labels
  std::string chunklet = {};  // column of chunklets
  std::vector<std::string> columns = {};  // features, in this order; empty = every other column
  std::vector<std::string> exclude = {};  // columns left out of the features
  bool features = true;                   // false: a table without features is in order
  // The columns a model was learned on. When given, they are the features, matched by name in any
  // order: missing ones are an error, extra ones are counted. Matched by position if either side is
  // unnamed (a model without names expects that many empty ones), in which case the numbers of
  // columns must agree.
  std::vector<std::string> expected = {};
  HeaderLine header = HeaderLine::kAuto;
  bool gaps = false;       // missing cells are read as NaN; false: refused
  bool transpose = false;  // features stand in rows, samples in columns: see transposed.h
  Index first_index = 1;   // number of the first column in svmlight files, 0 or 1
};

// The outcome of applying roles to the columns a file has.
struct ColumnChoice {
  std::vector<Index> features;     // positions in the file
  std::vector<std::string> names;  // of the features; empty = unnamed
  Index id = -1, label = -1, chunklet = -1;
  Index extra = 0;  // columns with no role beside `expected`
  bool gaps = false;
};

// Throws InputError naming `where`, the column, and the nearest name there is.
ColumnChoice choose_columns(const std::vector<std::string>& names, Index count,
                            const ColumnRoles& roles, const std::string& where);

// The same for a transposed table: `features` are the columns that hold samples, `id` is that of
// the features' names: the one that is named, else `words`, the first column of words (-1: none).
// What is excluded and is no column is a feature of the table, and not looked at here.
ColumnChoice choose_samples(const std::vector<std::string>& names, Index count, Index words,
                            const ColumnRoles& roles, const std::string& where);

// The values of the role columns, one per row.
struct RowKeys {
  std::vector<std::string> ids, labels, chunklets;
};

}  // namespace germane
