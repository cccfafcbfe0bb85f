// Rows with more columns than there are rows, in orthonormal coordinates of the space they span:
// all that a linear method with a ridge can learn lies there, so that nothing of the size columns x
// columns is ever formed (the n x n form).
//
//   x - mean = axes' z,   axes = inv(L) Y,   Y: as many of the centred rows as are
//   independent, L their Cholesky factor in K = (X - mean) (X - mean)'
//
// The axes themselves are never formed; sparse rows stay sparse. Cost: O(n^2 d + n^3).
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/model/linear_map.h"

#include <vector>

namespace germane {

class RowSpan {
 public:
  // The source must outlive it. Throws InputError when rows that are not sparse take more than
  // `memory` bytes, NumericalError when no two rows differ.
  RowSpan(const RowSource& rows, double memory, const Execution& execution);

  const RowMatrix<double>& coordinates() const { return coordinates_; }  // n x r, a row each
  Index columns() const { return mean_.size(); }

  // A map of the coordinates as a map of the rows.
  LinearMap unfolded(const LinearMap& map) const;
  // Directions in the coordinates, through the axes: k x r -> k x d.
  Matrix in_columns(const Matrix& directions) const;
  // Of each column the sum of squares about its mean, every row counted `weights` times; 0 where
  // only rounding is left.
  Vector squares(const Vector& weights) const;

 private:
  // `tolerance`: the share of its diagonal below which it is rounding, if larger than usual.
  Matrix kernel(const RowSource& rows, double memory, const Execution& execution,
                double& tolerance);
  Matrix along_columns(const RowMatrix<double>& weights) const;  // weights' Y
  Vector dense_squares(const Vector& weights) const;
  Vector sparse_squares(const Vector& weights) const;

  const SparseMatrix* sparse_;  // the rows, or
  RowMatrix<double> centered_;  // centred
  Vector mean_;
  std::vector<Index> pivots_;  // the rows Y
  Matrix factor_;              // L
  RowMatrix<double> coordinates_;
};

}  // namespace germane
