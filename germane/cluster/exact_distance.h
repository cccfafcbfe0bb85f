// Squared distances by direct differences in float64: what decides wherever products leave a
// doubt. The same bits on every processor.
#pragma once

#include "germane/cluster/panel_kernel.h"

namespace germane {

// Sum of squared differences.
template <class T>
double squared_distance(const T* row, const double* center, Index columns);
double squared_distance(const SparseRow& row, const double* center, Index columns);

// A squared distance that is at most `error` off.
struct Measured {
  double value, error;
};

// For sparse rows without visiting their zeros, given |c|^2; for dense ones the direct differences.
template <class T>
Measured measure(const T* row, const double* center, double /*squared_norm*/, Index columns) {
  return {squared_distance(row, center, columns), 0};
}
Measured measure(const SparseRow& row, const double* center, double squared_norm, Index columns);

// sum += weight * row.
template <class T>
void add_row(const T* row, double weight, double* sum, Index columns);
void add_row(const SparseRow& row, double weight, double* sum, Index columns);

}  // namespace germane
