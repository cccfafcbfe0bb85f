// Products of the rows of a source, less a centre, with thin matrices: what iterative methods need
// of rows too many, or too wide, to be held dense or summed into a d x d scatter.
//
// Dense rows are read block by block, in one pass for each product; blocks are centred before they
// are multiplied, in float64 also when the rows are float32, so that a large mean costs no digits.
// Sparse rows stay sparse (centred_sparse.h).
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/linalg/krylov.h"
#include "germane/stats/centred_sparse.h"

#include <memory>

namespace germane {

class RowProducts {
 public:
  // X is the n x d rows, which must outlive it, less `center` (d). Numbers are not checked: who
  // made the centre from the rows has read them all.
  RowProducts(const RowSource& rows, Vector center, const Execution& execution);

  // Both have the same bits for any number of threads. Throw InputError when the source has another
  // number of rows than before.
  Matrix times(const Matrix& b) const;             // X B:  d x m -> n x m
  Matrix transposed_times(const Matrix& b) const;  // X' B: n x m -> d x m

  // X by its products; not to be used longer than this.
  LinearOperator as_operator() const;

 private:
  // use(number of the block, number of its first row, its rows centred, as columns: d x count), by
  // several threads at once, until it returns false; fail() where one throws.
  template <class Use, class Fail>
  void for_blocks(const Use& use, const Fail& fail) const;

  const RowSource& rows_;
  const Vector center_;
  const Execution& execution_;
  std::unique_ptr<const CentredSparse> sparse_;  // null: the rows are dense
};

}  // namespace germane
