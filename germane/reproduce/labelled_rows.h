// A table of numbers with a class a row, held in memory to be clustered many times.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/keys.h"
#include "germane/data/rows.h"
#include "germane/linalg/matrix.h"
#include "germane/reproduce/experiment.h"

#include <string>

namespace germane {

struct LabelledRows {
  RowMatrix<double> rows;
  Codes labels;
};

// A CSV file whose classes stand in the column `label`.
LabelledRows read_labelled(const std::string& path);

// All rows of a source, in memory.
RowMatrix<double> all_rows(const RowSource& source);

// Every column about its mean, divided by its standard deviation.
RowMatrix<double> standardized(const RowMatrix<double>& rows, const Execution& execution);

// The file of a data set of the UCI repository by its name here, as "wine".
DataFile uci_file(const std::string& name);

}  // namespace germane
