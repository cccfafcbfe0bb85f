// The Cholesky factor of a positive semidefinite matrix whose rows are taken in the order of what
// is left of their diagonal: the first columns are a good factor of low rank. By LAPACK, and a
// column at a time where few are wanted of a matrix that need not be held.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"

#include <functional>
#include <vector>

namespace germane {

struct PivotedCholesky {
  std::vector<Index> pivots;  // all n rows, in the order in which they were taken
  Matrix factor;              // n x rank, lower; row i is that of pivots[i]
  double least_left = 0;      // the least of what is left of the diagonal; far below 0: indefinite
  bool whole = true;          // no more is left than the tolerance
};

// A = F F', rows in the order of the pivots, up to a diagonal of at most `tolerance` times the
// largest. Reads the lower triangle. Throws NumericalError when A is not finite.
PivotedCholesky pivoted_cholesky(Matrix a, double tolerance);

// Numbers [first, first + out.size()) of a column.
using PartOfColumn = std::function<void(Index column, Index first, Eigen::Ref<Vector> out)>;

// At most the first `most` columns of that factor: O(n most) memory, O(n most^2), and only columns
// that are taken are asked for. Throws NumericalError when one of them is not finite.
PivotedCholesky pivoted_cholesky(const Vector& diagonal, const PartOfColumn& part, Index most,
                                 double tolerance, const Execution& execution);

}  // namespace germane
