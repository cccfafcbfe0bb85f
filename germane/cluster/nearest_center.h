// Which of k centres is nearest to each row: products by BLAS, doubts settled by direct
// differences.
//
//   |x - c|^2 / 2 = |x|^2 / 2 + (|c|^2 / 2 - x'c),  so only |c|^2 / 2 - x'c need be compared
//
// The products round; where two centres are closer to each other in that number than it may be off,
// they are compared by sums of squared differences in float64. So the answer is the same for
// float32 and whatever the BLAS in use, and no cancellation shows. Few centres of few columns (k d
// <= 64) are compared directly from the start. Equal distances: the lowest number.
#pragma once

#include "germane/linalg/products.h"

#include <vector>

namespace germane {

// Sum of squared differences, in float64. Four sums side by side: one alone waits for each
// addition.
template <class T>
double squared_distance(const T* row, const double* center, Index columns) {
  double sums[4] = {0, 0, 0, 0};
  Index j = 0;
  for (; j + 4 <= columns; j += 4)
    for (Index lane = 0; lane < 4; ++lane) {
      const double difference = static_cast<double>(row[j + lane]) - center[j + lane];
      sums[lane] += difference * difference;
    }
  for (; j < columns; ++j) {
    const double difference = static_cast<double>(row[j]) - center[j];
    sums[0] += difference * difference;
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <class T>
class NearestCenter {
 public:
  // Working space of one thread; grows to the largest block it has seen.
  struct Scratch {
    RowMatrix<T> products;
    RowMatrix<double> distances;
  };

  NearestCenter(Index centers, Index columns);

  // Rows and centres must be scaled to magnitudes of about 1 (see PreparedRows).   (k x d)
  void set_centers(const RowMatrix<double>& centers);

  // nearest[i] = the centre nearest to row i, given squared_norms[i] = |row i|^2.
  void find(const Points<T>& rows, const double* squared_norms, Scratch& scratch,
            Index* nearest) const;

  // scratch.distances(i, c) = squared distance of row i and centre c, to the precision of the
  // products: near 0 it is off by eps |x|^2, but never negative.
  void distances(const Points<T>& rows, const double* squared_norms, Scratch& scratch) const;

  // How many rows to pass at once.
  Index block_rows() const;

 private:
  bool direct() const { return k_ * d_ <= 64; }
  Index nearest_directly(const T* row, double* distance) const;
  Index settle(const T* row, const T* halves, T limit) const;

  Index k_, d_;
  RowMatrix<double> centers_;
  Matrix by_column_;      // the same, a column of centres in a row: k contiguous numbers per column
  RowMatrix<T> rounded_;  // as BLAS takes them
  Eigen::RowVector<T, Eigen::Dynamic> half_norms_;  // |c|^2 / 2
  Vector squared_norms_;
  double largest_norm_ = 0;
};

extern template class NearestCenter<float>;
extern template class NearestCenter<double>;

}  // namespace germane
