// Products of sparse rows about a centre, without filling in their zeros.
//
// With c the centre, sum of w (x - c)(x - c)' is made from the entries alone: c is 0 where a column
// is mostly zeros, so that x - c has no more entries than x, and the mean where it is mostly
// filled, so that no digits are lost there (a column of 1e6 +- 1). Moving to the true mean is one
// rank-one term, and loses at most the factor 2 that a mean of half-filled columns can hide. For
// that, the centre must be that of the very rows that are summed.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"

#include <cstdint>
#include <vector>

namespace germane {

// Sums of weights that differ by a smaller share are the same but for rounding.
inline constexpr double kNoWeight = 1e-12;

class SparseProducts {
 public:
  enum class About { kCenter, kZero };  // kZero: c is 0, the rows are centred already

  // For these rows, which must outlive it, and their weights.
  SparseProducts(const SparseMatrix& rows, Vector weights, About about, const Execution& execution);

  // c: d numbers, 0 in columns that are mostly zeros.
  const Vector& center() const { return center_; }

  // sum of w (x - c)(x - c)', both triangles. Same bits for any number of threads.
  Matrix about_center() const;

  // The weighted mean of the rows less c, with all its digits.
  const Vector& mean_from_center() const { return mean_from_center_; }

 private:
  using Short = std::int32_t;  // in a block; LAPACK ends before columns do
  struct Place {
    Short place, row_end, row;  // of an entry: where it stands, where its row ends, which row
  };
  // Rows cut in two: mostly filled columns as a dense matrix about their centre, the rest as
  // entries that can be walked by rows and by columns. All times the root of the row's weight.
  struct Block {
    RowMatrix<double> filled;
    std::vector<Short> column, row_end;  // of entries, row by row; of rows
    std::vector<double> value;
    std::vector<Index> column_starts;
    std::vector<Place> by_column;  // of entries, column by column
  };
  Vector miss_of_center() const;
  void cut(Index first, Index count, Block& block) const;   // the memory of a block is used again
  void add_filled(const Block& block, Matrix& sum) const;   // to the lower triangle
  void add_entries(const Block& block, Matrix& sum) const;  // likewise, and beside filled columns

  const SparseMatrix& rows_;
  const Vector weights_;
  const Execution& execution_;
  Vector center_, mean_from_center_;
  std::vector<Index> filled_;        // columns that are mostly filled
  std::vector<Index> filled_place_;  // of each column: its place among them, -1 = none
};

// sum over i of weights[i] (x_ij - m_j)^2, for each column j: only sums of squares, so that a
// column without spread has exactly none.
Vector sparse_spread(const SparseMatrix& rows, const Vector& weights, const Vector& mean,
                     const Execution& execution);

}  // namespace germane
