// Orthonormal columns of tall matrices, by LAPACK's Householder reflections.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"

namespace germane {

struct ThinQr {
  Matrix q;  // n x m, orthonormal columns
  Matrix r;  // m x m, upper triangular
};

// A = Q R for n >= m. Blocks of rows are factored by themselves, then their factors R once more, so
// that threads share the work; the blocks are fixed, and the bits with them. Orthonormal to
// rounding however nearly dependent the columns are. Throws NumericalError when A is not finite.
ThinQr thin_qr(Matrix a, const Pool& pool);

}  // namespace germane
