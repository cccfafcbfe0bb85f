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
  Four centred[2 * kNarrow];
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
      for (Index t = 0; t < 8; ++t) {
        const Index row = a + t / 2, column = b + t % 2;
        if (row < columns && column <= row)
          scatter[column * scatter_stride + row] += (s[t][0] + s[t][1]) + (s[t][2] + s[t][3]);
      }
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
    Four sum = {0, 0, 0, 0};
    for (Index i = 0; i < rows; i += 4) {
      const Four root = *reinterpret_cast<const Four*>(roots + i);
      const Four difference = root * (*reinterpret_cast<const Four*>(x + i) - mean[j]);
      *reinterpret_cast<Four*>(to + i) = difference;
      sum += root * difference;
    }
    shift[j] += (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
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
  numbers.resize(static_cast<std::size_t>(stride * up_to_four(width)));
  for (Index j = 0; j < width; ++j) {
    double* to = numbers.data() + j * stride;
    for (Index i = 0; i < count; ++i) to[i] = from[i * row_stride + j];
    std::fill(to + count, to + padded(), 0.0);
  }
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
  space.scaled.resize(static_cast<std::size_t>(stride * up_to_four(d)), 0.0);
  space.roots.resize(static_cast<std::size_t>(stride));
  space.used.clear();
  for (Index i = 0; i < block.rows; ++i)
    if (weights[i] > least) space.used.push_back(i);
  const auto count = static_cast<Index>(space.used.size());
  if (count == 0) return;

  Index rows = block.padded();
  if (2 * count > block.rows) {
    for (Index i = 0; i < rows; ++i)
      space.roots[static_cast<std::size_t>(i)] =
          i < block.rows && weights[i] > least ? std::sqrt(weights[i]) : 0.0;
    (has_avx2_and_fma() ? wide_scale : plain_scale)(block.numbers.data(), stride, rows, d, mean,
                                                    space.roots.data(), space.scaled.data(), shift);
  } else {  // few rows count: they are moved together
    rows = (count + 3) / 4 * 4;
    for (Index u = 0; u < count; ++u)
      space.roots[static_cast<std::size_t>(u)] =
          std::sqrt(weights[space.used[static_cast<std::size_t>(u)]]);
    for (Index j = 0; j < d; ++j) {
      const double* x = block.numbers.data() + j * stride;
      double* to = space.scaled.data() + j * stride;
      double sum = 0;
      for (Index u = 0; u < count; ++u) {
        const double root = space.roots[static_cast<std::size_t>(u)];
        to[u] = root * (x[space.used[static_cast<std::size_t>(u)]] - mean[j]);
        sum += root * to[u];
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
