#include "germane/linalg/symmetric.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

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

Eigenpairs leading_eigen(Matrix a, Index count) {
  require_solvable(a);
  const auto d = static_cast<lapack_int>(a.cols());
  const auto k = static_cast<lapack_int>(std::min<Index>(count, d));
  if (k <= 0) return {Vector(0), Matrix(d, 0)};
  if (2 * k > d) {  // all of them, by the method that is faster for all
    Eigenpairs all = symmetric_eigen(std::move(a));
    return {all.values.head(k), all.vectors.leftCols(k)};
  }
  const OneThread guard;
  Vector values(d);
  Matrix vectors(d, k);
  std::vector<lapack_int> support(2 * static_cast<std::size_t>(k));
  lapack_int found = 0;
  require_converged(LAPACKE_dsyevr(LAPACK_COL_MAJOR, 'V', 'I', 'L', d, a.data(), d, 0, 0, d - k + 1,
                                   d, 0, &found, values.data(), vectors.data(), d, support.data()));
  return descending(values.head(k), std::move(vectors));
}

double eigen_seconds(Index d) {
  constexpr Index kProbe = 1000;  // from here on the time does grow with the cube, within a third
  Matrix probe = Matrix::Ones(kProbe, kProbe);
  probe.diagonal().setLinSpaced(1, kProbe);
  const auto began = std::chrono::steady_clock::now();
  symmetric_eigen(std::move(probe));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const double wider = static_cast<double>(d) / static_cast<double>(kProbe);
  return took.count() * wider * wider * wider;
}

Matrix inverse_positive_definite(Matrix a) {
  require_solvable(a);
  const auto d = static_cast<lapack_int>(a.cols());
  if (d == 0) return a;
  const OneThread guard;
  lapack_int info = with_memory(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', d, a.data(), d));
  if (info == 0) info = with_memory(LAPACKE_dpotri(LAPACK_COL_MAJOR, 'L', d, a.data(), d));
  if (info > 0)
    throw NumericalError(
        "inverse: the matrix is not positive definite from column {} on; raise the ridge",
        info - 1);
  assert(info == 0);
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
  return a;
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
