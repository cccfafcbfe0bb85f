#include "germane/cluster/sparse_points.h"

#include "germane/cluster/prepared_rows.h"

#include <cmath>

namespace germane {

SparsePoints::SparsePoints(const SparseMatrix& matrix)
    : matrix_(&matrix), shift_(Vector::Zero(matrix.cols())) {
  double largest = 0;
  for (Index i = 0; i < matrix.nonZeros(); ++i)
    largest = std::max(largest, std::abs(matrix.valuePtr()[i]));
  require_squarable(largest);
  if (largest > 0 && (largest < 1e-15 || largest > 1e15)) {
    scale_ = power_of_two_above(largest);
    scaled_ = matrix / scale_;
    matrix_ = &scaled_;
  }
  squared_norms_.resize(static_cast<std::size_t>(count()));
  for (Index row = 0; row < count(); ++row) {
    double sum = 0;
    for (SparseMatrix::InnerIterator at(*matrix_, row); at; ++at) sum += at.value() * at.value();
    squared_norms_[static_cast<std::size_t>(row)] = static_cast<float>(sum);
  }
}

}  // namespace germane
