#include "germane/cluster/narrow_loops.h"

#include "germane/cluster/four.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace germane {
namespace {

constexpr Index kTogether = 8;  // rows that the widest vector holds

Index up_to_four(Index columns) { return (columns + 3) / 4 * 4; }

// Four rows of four numbers, to four columns.
// NOLINTNEXTLINE(readability-non-const-parameter): it is written to.
inline void transpose_four(const double* from, Index stride, double* to, Index to_stride) {
  const auto row = [&](Index i) -> const Four& {
    return *reinterpret_cast<const Four*>(from + i * stride);
  };
  const auto column = [&](Index j) -> Four& {
    return *reinterpret_cast<Four*>(to + j * to_stride);
  };
  const Four even = __builtin_shufflevector(row(0), row(1), 0, 4, 2, 6);
  const Four odd = __builtin_shufflevector(row(0), row(1), 1, 5, 3, 7);
  const Four even_below = __builtin_shufflevector(row(2), row(3), 0, 4, 2, 6);
  const Four odd_below = __builtin_shufflevector(row(2), row(3), 1, 5, 3, 7);
  column(0) = __builtin_shufflevector(even, even_below, 0, 1, 4, 5);
  column(1) = __builtin_shufflevector(odd, odd_below, 0, 1, 4, 5);
  column(2) = __builtin_shufflevector(even, even_below, 2, 3, 6, 7);
  column(3) = __builtin_shufflevector(odd, odd_below, 2, 3, 6, 7);
}

}  // namespace
}  // namespace germane

#define GERMANE_BODY "germane/cluster/narrow_loops_body.h"
#include "germane/base/each_processor.h"

namespace germane {

void ColumnBlock::take(const double* from, Index count, Index width, Index row_stride) {
  assert(width <= kNarrow);
  rows = count;
  columns = width;
  stride = std::max(stride, padded());
  // Columns are padded too, to whole groups of four.
  numbers.resize(stride * up_to_four(width));
  const auto copy = [&](Index first, Index last, Index begin, Index end) {
    for (Index j = first; j < last; ++j)
      for (Index i = begin; i < end; ++i) numbers.data()[j * stride + i] = from[i * row_stride + j];
  };
  const Index rows_by_four = count / 4 * 4, columns_by_four = width / 4 * 4;
  for (Index j = 0; j < columns_by_four; j += 4)
    for (Index i = 0; i < rows_by_four; i += 4)
      transpose_four(from + i * row_stride + j, row_stride, numbers.data() + j * stride + i,
                     stride);
  copy(0, columns_by_four, rows_by_four, count);
  copy(columns_by_four, width, 0, count);
  for (Index j = 0; j < width; ++j)
    std::fill_n(numbers.data() + j * stride + count, padded() - count, 0.0);
}

std::vector<double> packed_root(const RowMatrix<double>& root) {
  const Index d = root.rows();
  std::vector<double> packed;
  for (Index j = 0; j < d; j += 4)
    for (Index l = 0; l < std::min(j + 4, d); ++l)
      for (Index t = j; t < j + 4; ++t) packed.push_back(t < d && l <= t ? root(t, l) : 0.0);
  return packed;
}

void whitened_lengths(const ColumnBlock& block, const double* mean,
                      const std::vector<double>& packed, double* out) {
  GERMANE_WIDEST(lengths_loop)
  (block.numbers.data(), block.stride, block.padded(), block.columns, mean, packed.data(), out);
}

void weighted_scatter(const ColumnBlock& block, const double* mean, const double* weights,
                      double least, ScatterSpace& space, double* shift,
                      Eigen::Ref<Matrix> scatter) {
  const Index d = block.columns, stride = block.stride;
  space.scaled.resize(stride * up_to_four(d));
  space.roots.resize(stride);
  double* const roots = space.roots.data();
  const Index count = GERMANE_WIDEST(roots_loop)(weights, least, block.rows, roots);
  if (count == 0) return;

  Index rows = block.padded();
  if (2 * count > block.rows) {
    std::fill(roots + block.rows, roots + rows, 0.0);
    GERMANE_WIDEST(scale_loop)
    (block.numbers.data(), stride, rows, d, mean, roots, space.scaled.data(), shift);
  } else {  // few rows count: they are moved together
    rows = (count + kTogether - 1) / kTogether * kTogether;
    space.used.clear();
    for (Index i = 0; i < block.rows; ++i) {
      if (!(weights[i] > least)) continue;
      roots[space.used.size()] = roots[i];
      space.used.push_back(i);
    }
    for (Index j = 0; j < d; ++j) {
      const double* x = block.numbers.data() + j * stride;
      double* to = space.scaled.data() + j * stride;
      double sum = 0;
      for (Index u = 0; u < count; ++u) {
        to[u] = roots[u] * (x[space.used[static_cast<std::size_t>(u)]] - mean[j]);
        sum += roots[u] * to[u];
      }
      shift[j] += sum;
      std::fill(to + count, to + rows, 0.0);
    }
  }
  for (Index j = d; j < up_to_four(d); ++j)
    std::fill_n(space.scaled.data() + j * stride, rows, 0.0);
  GERMANE_WIDEST(scatter_loop)
  (space.scaled.data(), stride, rows, d, scatter.data(), scatter.outerStride());
}

}  // namespace germane
