#include "germane/linalg/symmetric.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace germane {
namespace {

void require_solvable(const Matrix& a) {
  assert(a.rows() == a.cols());
  if (a.cols() > kWidest)
    throw InputError(
        "a {0} x {0} eigenproblem is above LAPACK's limit of {1} columns; choose fewer "
        "columns or project the rows first",
        a.cols(), kWidest);
  for (Index j = 0; j < a.cols(); ++j)
    if (!a.col(j).tail(a.rows() - j).allFinite())
      throw NumericalError(
          "eigenproblem: column {} of the matrix is not finite (the data overflowed; "
          "rescale its columns)",
          j);
}

void require_converged(lapack_int info) {
  if (with_memory(info) > 0)
    throw NumericalError("eigenproblem: LAPACK did not converge (info = {})", info);
  assert(info == 0);
}

Eigenpairs descending(const Vector& ascending, Matrix vectors) {
  vectors.rowwise().reverseInPlace();
  fix_signs(vectors);
  return {ascending.reverse(), std::move(vectors)};
}

}  // namespace

Eigenpairs symmetric_eigen(Matrix a) {
  require_solvable(a);
  const auto d = static_cast<lapack_int>(a.cols());
  if (d == 0) return {};
  const OneThread guard;
  Vector values(d);
  require_converged(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', d, a.data(), d, values.data()));
  return descending(values, std::move(a));
}

Vector symmetric_eigenvalues(Matrix a) {
  require_solvable(a);
  const auto d = static_cast<lapack_int>(a.cols());
  if (d == 0) return {};
  const OneThread guard;
  Vector values(d);
  require_converged(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'N', 'L', d, a.data(), d, values.data()));
  return values.reverse();
}

void fix_signs(Eigen::Ref<Matrix> vectors) {
  for (Index j = 0; j < vectors.cols(); ++j) {
    const double largest = vectors.col(j).cwiseAbs().maxCoeff();
    for (Index i = 0; i < vectors.rows(); ++i) {
      if (std::abs(vectors(i, j)) < largest * (1 - 1e-8)) continue;
      if (vectors(i, j) < 0) vectors.col(j) *= -1;
      break;
    }
  }
}

}  // namespace germane
