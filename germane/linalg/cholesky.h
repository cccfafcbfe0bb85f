// The Cholesky factor of a positive definite matrix, inverted: what whitens rows whose covariance
// that matrix is. By LAPACK.
#pragma once

#include "germane/linalg/matrix.h"

#include <optional>

namespace germane {

struct InverseCholesky {
  RowMatrix<double> inverse;   // inv(L), lower triangular with zeros above; A = L L'
  double log_determinant = 0;  // of A
};

// Reads the lower triangle. Nothing when A is not positive definite to rounding, or not finite.
std::optional<InverseCholesky> inverse_cholesky(Matrix a);

}  // namespace germane
