// Sparse rows less a centre, times thin matrices, without filling in their zeros.
//
// In columns that are mostly filled the centre is subtracted from the numbers, which adds at most
// as many as there are; in the others it is left for a rank-one term. So a column of 1e6 +- 1 loses
// no digits, as in sparse_products.h, and a column of zeros costs nothing.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"
#include "germane/linalg/products.h"

#include <mutex>

namespace germane {

class CentredSparse {
 public:
  // n x d rows, which must outlive it, less `center` (d). All products have the same bits for any
  // number of threads.
  CentredSparse(const SparseMatrix& rows, const Vector& center, const Execution& execution);

  RowMatrix<double> times(Points<double> b) const;       // d x m -> n x m
  RowMatrix<double> times(const SparseMatrix& b) const;  // likewise
  // n x m -> d x m. The first call makes a second copy of the numbers, column by column.
  RowMatrix<double> transposed_times(Points<double> b) const;

 private:
  void subtract_from_filled(const SparseMatrix& rows, const Vector& center);
  const SparseMatrix& by_columns() const;

  const SparseMatrix* rows_;  // as given, or shifted_
  SparseMatrix shifted_;      // where a column is mostly filled: the rows less its centre
  Vector left_;               // d: the centre that is not yet subtracted
  const Execution& execution_;
  mutable std::once_flag transposed_;
  mutable SparseMatrix by_columns_;
};

}  // namespace germane
