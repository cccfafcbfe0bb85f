// The Cholesky factor of a positive semidefinite matrix whose rows are taken in the order of what
// is left of their diagonal: the first columns are a good factor of low rank. By LAPACK.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

struct PivotedCholesky {
  std::vector<Index> pivots;  // all n rows, in the order in which they were taken
  Matrix factor;              // n x rank, lower; row i is that of pivots[i]
  double least_left = 0;      // the least of what is left of the diagonal; far below 0: indefinite
};

// A = F F', rows in the order of the pivots, up to a diagonal of at most `tolerance` times the
// largest. Reads the lower triangle. Throws NumericalError when A is not finite.
PivotedCholesky pivoted_cholesky(Matrix a, double tolerance);

}  // namespace germane
