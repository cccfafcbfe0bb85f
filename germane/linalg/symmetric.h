// Symmetric eigenproblems, by LAPACK.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

// The widest matrix 32-bit LAPACK can hold (46,340 squared is just below 2^31).
inline constexpr Index kWidest = 46340;

struct Eigenpairs {
  Vector values;   // descending
  Matrix vectors;  // d x r, one a column, signs by fix_signs
};

// A = V diag(values) V', V'V = I. Reads the lower triangle. Throws NumericalError when A is not
// finite or LAPACK does not converge, InputError when A is wider than kWidest.
Eigenpairs symmetric_eigen(Matrix a);
Vector symmetric_eigenvalues(Matrix a);           // the values alone
Eigenpairs leading_eigen(Matrix a, Index count);  // those of the `count` largest values alone

// About how many seconds symmetric_eigen() of d columns takes here: a small problem is timed, and
// the time grows with the cube.
double eigen_seconds(Index d);

// The inverse of a positive definite A, by its Cholesky factor. Reads the lower triangle. Throws
// NumericalError when A is not finite or not positive definite.
Matrix inverse_positive_definite(Matrix a);

// The one sign rule: in every column the entry of largest magnitude is positive (of entries within
// 1e-8 of the largest, the first counts, so that rounding does not decide).
void fix_signs(Eigen::Ref<Matrix> vectors);

}  // namespace germane
