// One view told from another: what its rows are likely to be, given the other's new rows.
#pragma once

#include "germane/linalg/matrix.h"
#include "germane/model/rows_after.h"

#include <string>

namespace germane {

// row = offset + weights t, t the new row of the view `from`.
struct ViewPrediction {
  std::string from;
  Matrix weights;  // d x k
  Vector offset;   // d

  Index inputs() const { return weights.cols(); }
  Index outputs() const { return weights.rows(); }

  RowMatrix<double> apply(const RowMatrix<double>& rows) const;
  RowMatrix<float> apply(const RowMatrix<float>& rows) const;
};

using PredictedRows = RowsAfter<ViewPrediction>;

}  // namespace germane
