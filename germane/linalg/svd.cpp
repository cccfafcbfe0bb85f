#include "germane/linalg/svd.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>
#include <cassert>

namespace germane {

SingularTriples singular_triples(Matrix a) {
  if (std::max(a.rows(), a.cols()) > kWidest)
    throw InputError(
        "a {} x {} singular value problem is above LAPACK's limit of {} columns; choose fewer "
        "columns or project the rows first",
        a.rows(), a.cols(), kWidest);
  if (!a.allFinite())
    throw NumericalError(
        "singular value problem: the matrix is not finite (the data overflowed; rescale its "
        "columns)");
  const auto m = static_cast<lapack_int>(a.rows()), n = static_cast<lapack_int>(a.cols());
  const lapack_int r = std::min(m, n);
  SingularTriples result{Matrix(m, r), Vector(r), Matrix(n, r)};
  if (r == 0) return result;
  Matrix right_transposed(r, n);
  const OneThread guard;
  const lapack_int info =
      LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'S', m, n, a.data(), m, result.values.data(),
                     result.left.data(), m, right_transposed.data(), r);
  if (with_memory(info) > 0)
    throw NumericalError("singular value problem: LAPACK did not converge (info = {})", info);
  assert(info == 0);
  result.right = right_transposed.transpose();
  const Matrix before = result.left;
  fix_signs(result.left);
  for (Index j = 0; j < r; ++j)
    if (result.left.col(j).dot(before.col(j)) < 0) result.right.col(j) *= -1;
  return result;
}

}  // namespace germane
