// A learned linear map: new row = map (x - center).
#pragma once

#include "germane/linalg/matrix.h"
#include "germane/model/rows_after.h"

#include <string>
#include <vector>

namespace germane {

struct LinearMap {
  Vector center;                     // d
  Matrix map;                        // k x d
  std::vector<std::string> columns;  // names of the d features; empty = unnamed
  std::string prepare = "none";      // "unit-rows": rows are scaled to length 1 before the map

  Index inputs() const { return map.cols(); }
  Index outputs() const { return map.rows(); }

  RowMatrix<double> apply(const RowMatrix<double>& rows) const;
  RowMatrix<float> apply(const RowMatrix<float>& rows) const;
  // The same into memory of the caller's, row after row.
  void apply(const RowsView<double>& rows, double* out) const;
  void apply(const RowsView<float>& rows, float* out) const;
  // M = map' map: squared distances are (x - y)' M (x - y).
  Matrix mahalanobis() const;
};

// `map` was learned on rows whose columns were divided by `scale`: the same map for the rows as
// they are.
LinearMap undo_scale(LinearMap map, const Vector& scale);

// Every column centred and divided by its standard deviation.
LinearMap standardizing_map(const Vector& mean, const Vector& deviations);

using MappedRows = RowsAfter<LinearMap>;

}  // namespace germane
