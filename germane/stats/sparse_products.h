// Products of sparse rows about a centre, without filling in their zeros.
//
// With c the centre, sum of w (x - c)(x - c)' is made from the entries alone: c is 0 where a column
// is mostly zeros, so that x - c has no more entries than x, and the mean where it is mostly
// filled, so that no digits are lost there (a column of 1e6 +- 1). Moving to the true mean is one
// rank-one term, and loses at most the factor 2 that a mean of half-filled columns can hide.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

class SparseProducts {
 public:
  // Finds the centre of all rows of the matrix.
  SparseProducts(const SparseMatrix& all, const Execution& execution);

  // c: d numbers, 0 in columns that are mostly zeros.
  const Vector& center() const { return center_; }

  // sum over i of weights[i] (x_i - c)(x_i - c)', both triangles. Same bits for any number of
  // threads.
  Matrix about_center(const SparseMatrix& rows, const Vector& weights) const;

  // The weighted mean of the rows less c, with all its digits.
  Vector mean_from_center(const SparseMatrix& rows, const Vector& weights) const;

 private:
  // Rows cut in two: mostly filled columns as a dense matrix about their centre, the rest as
  // entries that can be walked by rows and by columns. All times the root of the row's weight.
  struct Block {
    RowMatrix<double> filled;
    std::vector<Index> row_starts, column, row;  // of entries, row by row
    std::vector<double> value;
    std::vector<Index> column_starts, by_column;  // places of entries, column by column
  };
  Block cut(const SparseMatrix& rows, const Vector& roots, Index first) const;
  void add_filled(const Block& block, Matrix& sum) const;   // to the lower triangle
  void add_entries(const Block& block, Matrix& sum) const;  // likewise, and beside filled columns

  const Execution& execution_;
  Vector center_;
  std::vector<Index> filled_;        // columns that are mostly filled
  std::vector<Index> filled_place_;  // of each column: its place among them, -1 = none
};

// sum over i of weights[i] (x_ij - m_j)^2, for each column j: only sums of squares, so that a
// column without spread has exactly none.
Vector sparse_spread(const SparseMatrix& rows, const Vector& weights, const Vector& mean);

}  // namespace germane
