#include "germane/linalg/pivoted_cholesky.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace germane {

PivotedCholesky pivoted_cholesky(Matrix a, double tolerance) {
  assert(a.rows() == a.cols());
  const Index n = a.rows();
  if (!a.allFinite()) throw NumericalError("Cholesky factor: the matrix is not finite");
  PivotedCholesky result;
  const Vector diagonal = a.diagonal();
  const double largest = n > 0 ? diagonal.maxCoeff() : 0;
  result.least_left = n > 0 ? std::min(0.0, diagonal.minCoeff()) : 0;
  result.pivots.resize(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) result.pivots[static_cast<std::size_t>(i)] = i;
  result.factor.resize(n, 0);
  if (!(largest > 0)) return result;  // LAPACK would take a diagonal of 0 for its first pivot

  const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  const double stop = std::max(tolerance, rounding) * largest;
  std::vector<lapack_int> order(static_cast<std::size_t>(n));
  lapack_int rank = 0;
  const OneThread guard;
  [[maybe_unused]] const lapack_int info =
      with_memory(LAPACKE_dpstrf(LAPACK_COL_MAJOR, 'L', static_cast<lapack_int>(n), a.data(),
                                 static_cast<lapack_int>(n), order.data(), &rank, stop));
  assert(info >= 0);  // 1: of a lower rank, which is no failure
  for (std::size_t i = 0; i < order.size(); ++i) result.pivots[i] = order[i] - 1;
  result.factor = a.leftCols(rank);
  result.factor.topRows(rank).triangularView<Eigen::StrictlyUpper>().setZero();
  for (Index i = rank; i < n; ++i)
    result.least_left =
        std::min(result.least_left, diagonal[result.pivots[static_cast<std::size_t>(i)]] -
                                        result.factor.row(i).squaredNorm());
  return result;
}

}  // namespace germane
