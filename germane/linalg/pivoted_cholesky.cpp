#include "germane/linalg/pivoted_cholesky.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"

#include <cblas.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace germane {

namespace {

constexpr Index kPart = 1024;  // rows of a column that one thread makes at a time

// What counts as nothing.
double least_pivot(Index n, double largest, double tolerance) {
  const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  return std::max(tolerance, rounding) * largest;
}

// The rows of a factor in the order of its pivots, and those after them.
void order_rows(Matrix& factor, std::vector<Index>& pivots) {
  std::vector<char> taken(static_cast<std::size_t>(factor.rows()), 0);
  for (const Index pivot : pivots) taken[static_cast<std::size_t>(pivot)] = 1;
  for (Index i = 0; i < factor.rows(); ++i)
    if (!taken[static_cast<std::size_t>(i)]) pivots.push_back(i);
  for (Index j = 0; j < factor.cols(); ++j) {
    const Vector column = factor.col(j);
    for (Index i = 0; i < factor.rows(); ++i)
      factor(i, j) = column[pivots[static_cast<std::size_t>(i)]];
  }
}

}  // namespace

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

  const double stop = least_pivot(n, largest, tolerance);
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

PivotedCholesky pivoted_cholesky(const Vector& diagonal, const PartOfColumn& part, Index most,
                                 double tolerance, const Execution& execution) {
  const Index n = diagonal.size(), parts = (n + kPart - 1) / kPart;
  if (!diagonal.allFinite()) throw NumericalError("Cholesky factor: the matrix is not finite");
  PivotedCholesky result;
  const double stop = least_pivot(n, n > 0 ? diagonal.maxCoeff() : 0, tolerance);
  Vector left = diagonal;
  Matrix& factor = result.factor;
  factor.resize(n, std::min(most, n));
  const OneThread guard;
  const auto next_pivot = [&] {
    Index pivot = -1;
    for (Index i = 0; i < n; ++i)
      if (left[i] > (pivot < 0 ? stop : left[pivot])) pivot = i;
    return pivot;
  };
  Index rank = 0, pivot = next_pivot();
  for (; pivot >= 0 && rank < factor.cols(); ++rank, pivot = next_pivot()) {
    execution.stop_if_requested();
    const Vector before = factor.row(pivot).head(rank);
    const double root = std::sqrt(left[pivot]);
    execution.pool.run(parts, [&](Index number) {
      const Index first = number * kPart, count = std::min(kPart, n - first);
      auto column = factor.col(rank).segment(first, count);
      part(pivot, first, column);
      if (rank > 0)
        cblas_dgemv(CblasColMajor, CblasNoTrans, static_cast<int>(count), static_cast<int>(rank),
                    -1, factor.data() + first, static_cast<int>(n), before.data(), 1, 1,
                    column.data(), 1);
      column /= root;
      left.segment(first, count) -= column.cwiseAbs2();
    });
    if (!factor.col(rank).allFinite())
      throw NumericalError("Cholesky factor: the matrix is not finite");
    // Of the rows that were taken nothing is left, exactly.
    for (const Index taken : result.pivots) factor(taken, rank) = 0;
    factor(pivot, rank) = root;
    result.pivots.push_back(pivot);
    for (const Index taken : result.pivots) left[taken] = 0;
  }
  result.whole = pivot < 0;
  result.least_left = n > 0 ? std::min(0.0, left.minCoeff()) : 0;
  factor.conservativeResize(Eigen::NoChange, rank);
  order_rows(factor, result.pivots);
  return result;
}

}  // namespace germane
