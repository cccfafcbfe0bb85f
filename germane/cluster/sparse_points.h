// Rows that are mostly zeros as k-means takes them: neither moved nor copied.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/panel_kernel.h"
#include "germane/cluster/workers.h"
#include "germane/data/rows.h"

#include <algorithm>
#include <vector>

namespace germane {

// Whether the mean of the rows is so far from 0, measured by their spread, that distances found
// without moving it there would lose digits. Rows that are mostly zeros never are; rows that only
// are stored as if they were may be, and are better taken as dense ones (prepared_rows.h).
bool lies_far_from_zero(const SparseMatrix& matrix);

class SparsePoints {
 public:
  using Scalar = double;
  using Row = SparseRow;

  struct Block {
    Index number, first, count;
    const SparseMatrix& matrix;

    SparseRow row(Index i) const {
      const Index begin = matrix.outerIndexPtr()[first + i];
      return {matrix.innerIndexPtr() + begin, matrix.valuePtr() + begin,
              matrix.outerIndexPtr()[first + i + 1] - begin};
    }
  };

  // The matrix must outlive this, and is copied only if its numbers are so small or large that
  // squares would not be exact. Throws NumericalError when a square would not be a number.
  explicit SparsePoints(const SparseMatrix& matrix);

  Index count() const { return matrix_->rows(); }
  Index columns() const { return matrix_->cols(); }
  const Vector& shift() const { return shift_; }  // 0
  double scale() const { return scale_; }
  const float* squared_norms() const { return squared_norms_.data(); }
  static bool streamed() { return false; }
  static Index block_rows() { return kBlockRows; }
  // One at a time costs about four times as much as in a dense row.
  double numbers_per_row() const {
    return 4 * static_cast<double>(matrix_->nonZeros()) / static_cast<double>(count());
  }
  Vector point(Index row) const { return Vector(matrix_->row(row).transpose()); }

  template <class Use>
  void for_blocks(const Execution& execution, Use&& use, Turnstile* order = nullptr) const {
    const Index blocks = (count() + kBlockRows - 1) / kBlockRows;
    run_by_workers(
        execution.pool, blocks,
        [&](Index worker, Index number) {
          const Index first = number * kBlockRows;
          Block block{number, first, std::min(kBlockRows, count() - first), *matrix_};
          use(worker, block);
        },
        order);
  }

 private:
  static constexpr Index kBlockRows = 512;

  const SparseMatrix* matrix_;
  SparseMatrix scaled_;
  Vector shift_;
  double scale_ = 1;
  std::vector<float> squared_norms_;
};

}  // namespace germane
