// Orthonormal columns of tall matrices. Where there are enough rows by two steps of Cholesky QR
// [Fukaya14], products of matrices alone,
//
//   A = Q_1 R_1,  R_1' R_1 = A' A,   then   Q_1 = Q R_2,  R = R_2 R_1,
//
// else, and where the columns are too nearly dependent for that, by LAPACK's Householder
// reflections, which take several times as long.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"

namespace germane {

struct ThinQr {
  Matrix q;  // n x m, orthonormal columns
  Matrix r;  // m x m, upper triangular
};

// A = Q R for n >= m. Threads share fixed blocks of rows, so that the bits do not depend on them:
// sums over blocks are made in order, and reflections factor each block by itself, then the blocks'
// factors R once more. Orthonormal to rounding however nearly dependent the columns are. Throws
// NumericalError when A is not finite.
ThinQr thin_qr(Matrix a, const Pool& pool);

// The Q of A nearest to A's own columns: R with a diagonal that is not negative. Directions that
// rounding has turned a little, the later ones more, are at right angles again.
Matrix orthonormal(Matrix a, const Pool& pool);

}  // namespace germane
