// Sums outer products of rows, collected into blocks that fit the cache and multiplied by BLAS.
// Float32 rows are multiplied in float32 and summed in float64; in float64 where their squares
// would leave float32.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"

namespace germane {

// Above this width only one matrix per sum exists, and the threads share its tiles; at or below it
// every task sums into a matrix of its own.
inline constexpr Index kTiledWidth = 512;

// Rows multiplied at a time: about a megabyte, whatever the width.
Index product_rows(Index columns, std::size_t scalar_bytes);

template <class T>
class ScatterSum {
 public:
  // `tiles`: null, or the threads that share the tiles of a wide matrix.
  ScatterSum(Index columns, const Pool* tiles);

  // Room for one more row, to be filled by the caller at once.
  T* add_row() {
    if (filled_ == buffer_.rows()) flush_rows();
    return buffer_.row(filled_++).data();
  }

  // Room for a row that stands for many (a difference of means), in float64 whatever T is.
  double* add_term() {
    if (terms_filled_ == terms_.rows()) flush_terms();
    return terms_.row(terms_filled_++).data();
  }

  // The first `count` rows of a block of the caller's.
  void add_block(const RowMatrix<T>& block, Index count);

  // Takes weight * vv' off again: rows were centred on what misses their mean by v.
  void subtract(double weight, const Vector& v);

  // The full symmetric sum of all that was added; the sum starts anew.
  Matrix take();

 private:
  void flush_rows();
  void flush_terms();
  void flush_single();

  RowMatrix<T> buffer_;
  Index filled_ = 0;
  RowMatrix<double> terms_;
  Index terms_filled_ = 0;
  Matrix lower_;            // d x d, lower triangle
  Eigen::MatrixXf single_;  // d x d, when T is float and the matrix is not tiled
  Index single_rows_ = 0;   // summed in it
  const Pool* tiles_;
};

extern template class ScatterSum<float>;
extern template class ScatterSum<double>;

}  // namespace germane
