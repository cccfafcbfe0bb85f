#include "germane/cluster/sparse_points.h"

#include "germane/cluster/prepared_rows.h"

#include <cmath>

namespace germane {
namespace {

// Squared distances found from squared norms lose as many digits as the norms have more than they.
constexpr double kFar = 1e6;

}  // namespace

bool lies_far_from_zero(const SparseMatrix& matrix) {
  const auto n = static_cast<double>(matrix.rows());
  Vector mean = Vector::Zero(matrix.cols()), count = Vector::Zero(matrix.cols());
  const auto each = [&](const auto& use) {
    for (Index row = 0; row < matrix.rows(); ++row)
      for (SparseMatrix::InnerIterator at(matrix, row); at; ++at) use(at.col(), at.value());
  };
  each([&](Index column, double value) {
    mean[column] += value / n;
    count[column] += 1;
  });
  // Squares of differences from the mean: of the numbers, then of the zeros.
  double spread = 0;
  each([&](Index column, double value) {
    const double difference = value - mean[column];
    spread += difference * difference / n;
  });
  const double square = mean.squaredNorm();
  spread += ((1 - count.array() / n) * mean.array().square()).sum();
  return square > kFar * spread;
}

SparsePoints::SparsePoints(const SparseMatrix& matrix)
    : matrix_(&matrix), shift_(Vector::Zero(matrix.cols())) {
  double largest = 0;
  for (Index i = 0; i < matrix.nonZeros(); ++i)
    largest = std::max(largest, std::abs(matrix.valuePtr()[i]));
  require_squarable(largest);
  require_squarable_spread(largest);
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
