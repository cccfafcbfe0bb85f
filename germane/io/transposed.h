// Tables with features in rows and samples in columns, as measurements of genes are often written:
// turned round when they are opened, so that nobody else has to know.
//
//   gene,  s1, s2, s3        the header names the samples: they become rows, with these ids;
//   BRCA1,  4,  5,  6        the first column of words, or the one that `id` names, holds the names
//   TP53,   7,  8,  9        of the features. All other columns are samples.
//
// Arrays have no names and are turned round as they are. The roles `columns`, `exclude` and
// `expected` are about features, that is lines of the file; `exclude` may name columns of the file,
// too. Needs memory for the whole table, which is limited; float32 stays float32.
#pragma once

#include "germane/data/rows.h"
#include "germane/io/columns.h"
#include "germane/io/file.h"

#include <memory>
#include <string>
#include <vector>

namespace germane {

inline constexpr double kTransposedLimit = 4e9;  // bytes

struct Transposed {
  std::unique_ptr<RowSource> rows;
  std::vector<std::string> ids;  // empty: the samples have no names
  Index extra = 0;               // features that a model does not ask for
  double bytes = 0;              // of memory
};

// Throws InputError: above the limit, a name that is not there, no sample or feature left.
Transposed transpose_array(const RowSource& array, const ColumnRoles& roles,
                           double limit = kTransposedLimit);
Transposed transpose_csv(std::unique_ptr<MappedFile> file, const ColumnRoles& roles,
                         double limit = kTransposedLimit);

}  // namespace germane
