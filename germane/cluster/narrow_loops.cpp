#include "germane/cluster/narrow_loops.h"

#include "germane/base/processor.h"
#include "germane/cluster/four.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace germane {
namespace {

Index up_to_four(Index columns) { return (columns + 3) / 4 * 4; }

// Four rows of the root at a time, for eight rows of the block: their products with the columns up
// to the diagonal, then their squares.
[[gnu::always_inline]] inline void lengths_loop(const double* block, Index stride, Index rows,
                                                Index columns, const double* mean,
                                                const double* packed, double* out) {
  alignas(32) Four centred[2 * kNarrow];
  for (Index i = 0; i < rows; i += kLane) {
    for (Index l = 0; l < columns; ++l) {
      const double* x = block + l * stride + i;
      centred[2 * l] = *reinterpret_cast<const Four*>(x) - mean[l];
      centred[2 * l + 1] = *reinterpret_cast<const Four*>(x + 4) - mean[l];
    }
    Four low = {0, 0, 0, 0}, high = {0, 0, 0, 0};
    const double* w = packed;
    for (Index j = 0; j < columns; j += 4) {
      const Four zero = {0, 0, 0, 0};
      Four a0 = zero, a1 = zero, b0 = zero, b1 = zero, c0 = zero, c1 = zero, d0 = zero, d1 = zero;
      const Index end = std::min(j + 4, columns);
      for (Index l = 0; l < end; ++l, w += 4) {
        const Four x0 = centred[2 * l], x1 = centred[2 * l + 1];
        a0 += w[0] * x0;
        a1 += w[0] * x1;
        b0 += w[1] * x0;
        b1 += w[1] * x1;
        c0 += w[2] * x0;
        c1 += w[2] * x1;
        d0 += w[3] * x0;
        d1 += w[3] * x1;
      }
      low += a0 * a0 + b0 * b0 + (c0 * c0 + d0 * d0);
      high += a1 * a1 + b1 * b1 + (c1 * c1 + d1 * d1);
    }
    *reinterpret_cast<Four*>(out + i) = low;
    *reinterpret_cast<Four*>(out + i + 4) = high;
  }
}

// to[t] += the sum of the four numbers of the t-th.
[[gnu::always_inline]] inline void add_sums(const Four& a, const Four& b, const Four& c,
                                            const Four& d, double* to) {
  const Four first =
      __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four last =
      __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  *reinterpret_cast<Four*>(to) += __builtin_shufflevector(first, last, 0, 1, 4, 5) +
                                  __builtin_shufflevector(first, last, 2, 3, 6, 7);
}

// Four rows of four numbers, to four columns.
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

// Four columns against two, over all rows: inner products, added to the lower triangle.
[[gnu::always_inline]] inline void scatter_loop(const double* scaled, Index stride, Index rows,
                                                Index columns, double* scatter,
                                                Index scatter_stride) {
  for (Index a = 0; a < columns; a += 4) {
    const double* u0 = scaled + a * stride;
    const double* u1 = u0 + stride;
    const double* u2 = u1 + stride;
    const double* u3 = u2 + stride;
    for (Index b = 0; b < std::min(a + 4, columns); b += 2) {
      const double* v0 = scaled + b * stride;
      const double* v1 = v0 + stride;
      const Four zero = {0, 0, 0, 0};
      Four s[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
      for (Index i = 0; i < rows; i += 4) {
        const Four x0 = *reinterpret_cast<const Four*>(v0 + i);
        const Four x1 = *reinterpret_cast<const Four*>(v1 + i);
        const Four y0 = *reinterpret_cast<const Four*>(u0 + i);
        const Four y1 = *reinterpret_cast<const Four*>(u1 + i);
        const Four y2 = *reinterpret_cast<const Four*>(u2 + i);
        const Four y3 = *reinterpret_cast<const Four*>(u3 + i);
        s[0] += y0 * x0;
        s[1] += y0 * x1;
        s[2] += y1 * x0;
        s[3] += y1 * x1;
        s[4] += y2 * x0;
        s[5] += y2 * x1;
        s[6] += y3 * x0;
        s[7] += y3 * x1;
      }
      double* to = scatter + b * scatter_stride + a;
      if (b + 1 < a && a + 4 <= columns) {
        add_sums(s[0], s[2], s[4], s[6], to);
        add_sums(s[1], s[3], s[5], s[7], to + scatter_stride);
        continue;
      }
      Four sums[2] = {zero, zero};
      add_sums(s[0], s[2], s[4], s[6], reinterpret_cast<double*>(&sums[0]));
      add_sums(s[1], s[3], s[5], s[7], reinterpret_cast<double*>(&sums[1]));
      for (Index column = b; column < b + 2; ++column)
        for (Index row = std::max(a, column); row < std::min(a + 4, columns); ++row)
          scatter[column * scatter_stride + row] += sums[column - b][row - a];
    }
  }
}

// scaled = root of the weight * (x - mean), for all rows.
[[gnu::always_inline]] inline void scale_loop(const double* block, Index stride, Index rows,
                                              Index columns, const double* mean,
                                              const double* roots, double* scaled, double* shift) {
  for (Index j = 0; j < columns; ++j) {
    const double* x = block + j * stride;
    double* to = scaled + j * stride;
    Four sums[2] = {};  // two, as one would wait for itself
    for (Index i = 0; i < rows; i += kLane)
      for (Index half = 0; half < 2; ++half) {
        const Four root = *reinterpret_cast<const Four*>(roots + i + 4 * half);
        const Four difference = root * (*reinterpret_cast<const Four*>(x + i + 4 * half) - mean[j]);
        *reinterpret_cast<Four*>(to + i + 4 * half) = difference;
        sums[half] += root * difference;
      }
    const Four sum = sums[0] + sums[1];
    shift[j] += (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

// The root of every weight above `least`, else 0; how many are above it.
[[gnu::always_inline]] inline Index roots_loop(const double* weights, double least, Index rows,
                                               double* roots) {
  Index above = 0;
  for (Index i = 0; i < rows; ++i) {
    above += weights[i] > least ? 1 : 0;
    roots[i] = std::sqrt(weights[i] > least ? weights[i] : 0.0);
  }
  return above;
}

GERMANE_AVX2_FMA Index wide_roots(const double* weights, double least, Index rows, double* roots) {
  return roots_loop(weights, least, rows, roots);
}
Index plain_roots(const double* weights, double least, Index rows, double* roots) {
  return roots_loop(weights, least, rows, roots);
}
GERMANE_AVX2_FMA void wide_lengths(const double* block, Index stride, Index rows, Index columns,
                                   const double* mean, const double* packed, double* out) {
  lengths_loop(block, stride, rows, columns, mean, packed, out);
}
void plain_lengths(const double* block, Index stride, Index rows, Index columns, const double* mean,
                   const double* packed, double* out) {
  lengths_loop(block, stride, rows, columns, mean, packed, out);
}
GERMANE_AVX2_FMA void wide_scatter(const double* scaled, Index stride, Index rows, Index columns,
                                   double* scatter, Index scatter_stride) {
  scatter_loop(scaled, stride, rows, columns, scatter, scatter_stride);
}
void plain_scatter(const double* scaled, Index stride, Index rows, Index columns, double* scatter,
                   Index scatter_stride) {
  scatter_loop(scaled, stride, rows, columns, scatter, scatter_stride);
}
GERMANE_AVX2_FMA void wide_scale(const double* block, Index stride, Index rows, Index columns,
                                 const double* mean, const double* roots, double* scaled,
                                 double* shift) {
  scale_loop(block, stride, rows, columns, mean, roots, scaled, shift);
}
void plain_scale(const double* block, Index stride, Index rows, Index columns, const double* mean,
                 const double* roots, double* scaled, double* shift) {
  scale_loop(block, stride, rows, columns, mean, roots, scaled, shift);
}

}  // namespace

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
  (has_avx2_and_fma() ? wide_lengths : plain_lengths)(
      block.numbers.data(), block.stride, block.padded(), block.columns, mean, packed.data(), out);
}

void weighted_scatter(const ColumnBlock& block, const double* mean, const double* weights,
                      double least, ScatterSpace& space, double* shift,
                      Eigen::Ref<Matrix> scatter) {
  const Index d = block.columns, stride = block.stride;
  space.scaled.resize(stride * up_to_four(d));
  space.roots.resize(stride);
  double* const roots = space.roots.data();
  const Index count =
      (has_avx2_and_fma() ? wide_roots : plain_roots)(weights, least, block.rows, roots);
  if (count == 0) return;

  Index rows = block.padded();
  if (2 * count > block.rows) {
    std::fill(roots + block.rows, roots + rows, 0.0);
    (has_avx2_and_fma() ? wide_scale : plain_scale)(block.numbers.data(), stride, rows, d, mean,
                                                    roots, space.scaled.data(), shift);
  } else {  // few rows count: they are moved together
    rows = (count + 3) / 4 * 4;
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
  (has_avx2_and_fma() ? wide_scatter : plain_scatter)(space.scaled.data(), stride, rows, d,
                                                      scatter.data(), scatter.outerStride());
}

}  // namespace germane
