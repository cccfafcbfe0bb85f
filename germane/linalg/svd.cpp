#include "germane/linalg/svd.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>
#include <cassert>

namespace germane {
namespace {

void require_solvable(const Matrix& a) {
  if (std::max(a.rows(), a.cols()) > kWidest)
    throw InputError(
        "a {} x {} singular value problem is above LAPACK's limit of {} columns; choose fewer "
        "columns or project the rows first",
        a.rows(), a.cols(), kWidest);
  if (!a.allFinite())
    throw NumericalError(
        "singular value problem: the matrix is not finite (the data overflowed; rescale its "
        "columns)");
}

void require_converged(lapack_int info) {
  if (with_memory(info) > 0)
    throw NumericalError("singular value problem: LAPACK did not converge (info = {})", info);
  assert(info == 0);
}

}  // namespace

void fix_signs(SingularTriples& triples) {
  const Matrix before = triples.left;
  fix_signs(triples.left);
  for (Index j = 0; j < before.cols(); ++j)
    if (triples.left.col(j).dot(before.col(j)) < 0) triples.right.col(j) *= -1;
}

SingularTriples singular_triples(Matrix a) {
  require_solvable(a);
  const auto m = static_cast<lapack_int>(a.rows()), n = static_cast<lapack_int>(a.cols());
  const lapack_int r = std::min(m, n);
  SingularTriples result{Matrix(m, r), Vector(r), Matrix(n, r)};
  if (r == 0) return result;
  Matrix right_transposed(r, n);
  const OneThread guard;
  require_converged(LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'S', m, n, a.data(), m, result.values.data(),
                                   result.left.data(), m, right_transposed.data(), r));
  result.right = right_transposed.transpose();
  fix_signs(result);
  return result;
}

Vector singular_values(Matrix a) {
  require_solvable(a);
  const auto m = static_cast<lapack_int>(a.rows()), n = static_cast<lapack_int>(a.cols());
  Vector values(std::min(m, n));
  if (values.size() == 0) return values;
  const OneThread guard;
  require_converged(LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'N', m, n, a.data(), m, values.data(), nullptr,
                                   m, nullptr, 1));
  return values;
}

}  // namespace germane
