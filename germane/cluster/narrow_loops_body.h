// The loops of narrow_loops.cpp, for one kind of processor (base/each_processor.h).
// NOLINTBEGIN(misc-definitions-in-headers): one source includes it.
namespace germane::GERMANE_KIND {
namespace {

// As many numbers as a register holds, wherever they stand.
using Vector [[gnu::vector_size(GERMANE_BYTES), gnu::aligned(8), gnu::may_alias]] = double;
constexpr Index kWidth = GERMANE_BYTES / sizeof(double);

GERMANE_FOR GERMANE_INLINE const Vector& at(const double* numbers) {
  return *reinterpret_cast<const Vector*>(numbers);
}
// NOLINTNEXTLINE(readability-non-const-parameter)
GERMANE_FOR GERMANE_INLINE Vector& at(double* numbers) {
  return *reinterpret_cast<Vector*>(numbers);
}

// Four rows of the root at a time, for two vectors of the block's rows: their products with the
// columns up to the diagonal, then their squares.
GERMANE_FOR void lengths_loop(const double* block, Index stride, Index rows, Index columns,
                              const double* mean, const double* packed, double* out) {
  static_assert(kLane % (2 * kWidth) == 0);
  alignas(64) Vector centred[2 * kNarrow];
  for (Index i = 0; i < rows; i += 2 * kWidth) {
    for (Index l = 0; l < columns; ++l) {
      const double* x = block + l * stride + i;
      centred[2 * l] = at(x) - mean[l];
      centred[2 * l + 1] = at(x + kWidth) - mean[l];
    }
    Vector low{}, high{};
    const double* w = packed;
    for (Index j = 0; j < columns; j += 4) {
      Vector a0{}, a1{}, b0{}, b1{}, c0{}, c1{}, d0{}, d1{};
      const Index end = std::min(j + 4, columns);
      for (Index l = 0; l < end; ++l, w += 4) {
        const Vector x0 = centred[2 * l], x1 = centred[2 * l + 1];
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
    at(out + i) = low;
    at(out + i + kWidth) = high;
  }
}

#if GERMANE_BYTES == 16

// to[t] = the sum of the numbers of the t-th.
GERMANE_FOR GERMANE_INLINE void sum_lanes(const Vector (&of)[4], double* to) {
  at(to) =
      __builtin_shufflevector(of[0], of[1], 0, 2) + __builtin_shufflevector(of[0], of[1], 1, 3);
  at(to + 2) =
      __builtin_shufflevector(of[2], of[3], 0, 2) + __builtin_shufflevector(of[2], of[3], 1, 3);
}

#else

GERMANE_FOR GERMANE_INLINE void sum_halves(const Vector& numbers, Four& four) {
#if GERMANE_BYTES == 64
  four = __builtin_shufflevector(numbers, numbers, 0, 1, 2, 3) +
         __builtin_shufflevector(numbers, numbers, 4, 5, 6, 7);
#else
  four = numbers;
#endif
}

// to[t] = the sum of the numbers of the t-th.
GERMANE_FOR GERMANE_INLINE void sum_lanes(const Vector (&of)[4], double* to) {
  Four a, b, c, d;
  sum_halves(of[0], a);
  sum_halves(of[1], b);
  sum_halves(of[2], c);
  sum_halves(of[3], d);
  const Four first =
      __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four last =
      __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  *reinterpret_cast<Four*>(to) = __builtin_shufflevector(first, last, 0, 1, 4, 5) +
                                 __builtin_shufflevector(first, last, 2, 3, 6, 7);
}

#endif

// Four columns against four or two, over all rows: inner products, added to the lower triangle.
GERMANE_FOR void scatter_loop(const double* scaled, Index stride, Index rows, Index columns,
                              double* scatter, Index scatter_stride) {
  constexpr Index kOthers = GERMANE_BYTES == 64 ? 4 : 2;  // there are 32 registers, or 16
  for (Index a = 0; a < columns; a += 4) {
    const double* u = scaled + a * stride;
    for (Index b = 0; b < std::min(a + 4, columns); b += kOthers) {
      const double* v = scaled + b * stride;
      Vector s[kOthers][4] = {};
      for (Index i = 0; i < rows; i += kWidth) {
        Vector x[kOthers], y[4];
        for (Index column = 0; column < kOthers; ++column) x[column] = at(v + column * stride + i);
        for (Index row = 0; row < 4; ++row) y[row] = at(u + row * stride + i);
        for (Index column = 0; column < kOthers; ++column)
          for (Index row = 0; row < 4; ++row) s[column][row] += y[row] * x[column];
      }
      double sums[kOthers][4];
      for (Index column = 0; column < kOthers; ++column) sum_lanes(s[column], sums[column]);
      const Index end = std::min(a + 4, columns);
      for (Index column = b; column < b + kOthers; ++column)
        for (Index row = std::max(a, column); row < end; ++row)
          scatter[column * scatter_stride + row] += sums[column - b][row - a];
    }
  }
}

// scaled = root of the weight * (x - mean), for all rows.
GERMANE_FOR void scale_loop(const double* block, Index stride, Index rows, Index columns,
                            const double* mean, const double* roots, double* scaled,
                            double* shift) {
  for (Index j = 0; j < columns; ++j) {
    const double* x = block + j * stride;
    double* to = scaled + j * stride;
    Vector sums[2] = {};  // two, as one would wait for itself
    for (Index i = 0; i < rows; i += 2 * kWidth)
      for (Index half = 0; half < 2; ++half) {
        const Index place = i + kWidth * half;
        const Vector root = at(roots + place);
        const Vector difference = root * (at(x + place) - mean[j]);
        at(to + place) = difference;
        sums[half] += root * difference;
      }
    const Vector sum = sums[0] + sums[1];
    double total = 0;
    for (Index lane = 0; lane < kWidth; ++lane) total += sum[lane];
    shift[j] += total;
  }
}

// The root of every weight above `least`, else 0; how many are above it.
GERMANE_FOR Index roots_loop(const double* weights, double least, Index rows, double* roots) {
  Index above = 0;
  for (Index i = 0; i < rows; ++i) {
    above += weights[i] > least ? 1 : 0;
    roots[i] = std::sqrt(weights[i] > least ? weights[i] : 0.0);
  }
  return above;
}

}  // namespace
}  // namespace germane::GERMANE_KIND
// NOLINTEND(misc-definitions-in-headers)
