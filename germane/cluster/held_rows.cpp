#include "germane/cluster/held_rows.h"

#include "germane/cluster/workers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace germane {
namespace {

constexpr Index kGatherRows = 4096;
constexpr Index kSlices = 64;  // fixed, so that the mean has the same bits for any threads

// The largest magnitude of some rows; the sum of their columns in `out`, written once, as other
// threads write beside it.
template <class T>
double sum_columns(const RowMatrix<T>& rows, Index first, Index last, Eigen::Ref<Vector> out) {
  double largest = 0;
  Vector sums = Vector::Zero(out.size());
  for (Index i = first; i < last; ++i)
    for (Index j = 0; j < rows.cols(); ++j) {
      const double x = static_cast<double>(rows(i, j));
      largest = std::max(largest, std::abs(x));
      sums[j] += x;
    }
  out = sums;
  return largest;
}

}  // namespace

template <class T>
RowMatrix<T> gather_rows(const RowSource& source, const Execution& execution) {
  const Index n = source.rows();
  RowMatrix<T> all(n, source.columns());
  const std::unique_ptr<RowReader> reader = source.read(kGatherRows);
  std::atomic<Index> seen{0};
  execution.pool.run(execution.pool.threads(), [&](std::int64_t) {
    RowBlock block;
    while (reader->next(block)) {
      execution.stop_if_requested();
      if (block.first + block.count() > n) refuse_count(source, n);
      std::visit(
          [&](const auto& rows) {
            all.middleRows(block.first, rows.rows()) = rows.template cast<T>();
          },
          block.rows);
      seen += block.count();
    }
  });
  if (seen != n) refuse_count(source, n);
  return all;
}

template <class T>
HeldRows<T> prepare_rows(RowMatrix<T> rows, const Execution& execution) {
  const Index n = rows.rows(), d = rows.cols();
  const Parts slices{n, std::min(n, kSlices)};
  Matrix sums(d, slices.count);
  std::vector<double> largest(static_cast<std::size_t>(slices.count));
  execution.pool.run(slices.count, [&](Index s) {
    largest[static_cast<std::size_t>(s)] =
        sum_columns(rows, slices.first(s), slices.first(s + 1), sums.col(s));
  });
  const double magnitude = *std::max_element(largest.begin(), largest.end());
  require_squarable(magnitude);

  HeldRows<T> prepared;
  prepared.shift = sums.rowwise().sum() / static_cast<double>(n);
  prepared.squared_norms.resize(static_cast<std::size_t>(n));
  execution.pool.run(slices.count, [&](Index s) {
    double most = 0;
    for (Index i = slices.first(s); i < slices.first(s + 1); ++i)
      for (Index j = 0; j < d; ++j)
        most = std::max(most, std::abs(static_cast<double>(rows(i, j)) - prepared.shift[j]));
    largest[static_cast<std::size_t>(s)] = most;
  });
  const double spread = *std::max_element(largest.begin(), largest.end());
  require_squarable_spread(spread);
  prepared.scale = power_of_two_above(spread);
  execution.pool.run(slices.count, [&](Index s) {
    for (Index i = slices.first(s); i < slices.first(s + 1); ++i)
      prepared.squared_norms[static_cast<std::size_t>(i)] =
          shift_and_scale(rows.row(i), prepared.shift, 1 / prepared.scale, rows.data() + i * d);
  });
  prepared.rows = std::move(rows);
  return prepared;
}

template <class T>
Index count_different(const RowMatrix<T>& rows, Index enough) {
  const Index d = rows.cols();
  const auto before = [&](Index a, Index b) {
    const T* left = rows.data() + a * d;
    const T* right = rows.data() + b * d;
    return std::lexicographical_compare(left, left + d, right, right + d);
  };
  std::set<Index, decltype(before)> different(before);
  for (Index i = 0; i < rows.rows() && static_cast<Index>(different.size()) < enough; ++i)
    different.insert(i);
  return static_cast<Index>(different.size());
}

template struct HeldRows<float>;
template struct HeldRows<double>;
template RowMatrix<float> gather_rows(const RowSource&, const Execution&);
template RowMatrix<double> gather_rows(const RowSource&, const Execution&);
template HeldRows<float> prepare_rows(RowMatrix<float>, const Execution&);
template HeldRows<double> prepare_rows(RowMatrix<double>, const Execution&);
template Index count_different(const RowMatrix<float>&, Index);
template Index count_different(const RowMatrix<double>&, Index);

}  // namespace germane
