#include "germane/linalg/cholesky.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"
#include "germane/linalg/symmetric.h"

#include <cassert>
#include <cmath>

namespace germane {

std::optional<InverseCholesky> inverse_cholesky(Matrix a) {
  assert(a.rows() == a.cols());
  if (a.cols() > kWidest)
    throw InputError("a covariance of {} columns: at most {} are possible; project them first",
                     a.cols(), kWidest);
  for (Index j = 0; j < a.cols(); ++j)
    if (!a.col(j).tail(a.rows() - j).allFinite()) return std::nullopt;
  const OneThread guard;
  const auto d = static_cast<lapack_int>(a.cols());
  // A diagonal that lost all its digits to what was taken off it is rounding, not a variance.
  const Vector diagonal = a.diagonal();
  if (d > 0 && with_memory(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', d, a.data(), d)) != 0)
    return std::nullopt;
  InverseCholesky result;
  for (Index j = 0; j < a.cols(); ++j) {
    if (!(a(j, j) * a(j, j) > 1e-15 * diagonal[j])) return std::nullopt;
    result.log_determinant += 2 * std::log(a(j, j));
  }
  if (d > 0 && with_memory(LAPACKE_dtrtri(LAPACK_COL_MAJOR, 'L', 'N', d, a.data(), d)) != 0)
    return std::nullopt;
  a.triangularView<Eigen::StrictlyUpper>().setZero();
  result.inverse = a;
  return result;
}

}  // namespace germane
