// The loops of posterior_loops.cpp, for one kind of processor (base/each_processor.h).
// NOLINTBEGIN(misc-definitions-in-headers): one source includes it.
namespace germane::GERMANE_KIND {
namespace {

// As many numbers as a register holds, wherever they stand, and their bits.
using Vector [[gnu::vector_size(GERMANE_BYTES), gnu::aligned(8), gnu::may_alias]] = double;
using Integers [[gnu::vector_size(GERMANE_BYTES), gnu::aligned(8), gnu::may_alias]] = std::int64_t;
constexpr Index kWidth = GERMANE_BYTES / sizeof(double);

// NOLINTNEXTLINE(readability-non-const-parameter)
GERMANE_FOR GERMANE_INLINE Vector& at(double* numbers) {
  return *reinterpret_cast<Vector*>(numbers);
}

// exp(x) for x <= 0: 2^n exp(r) with n = round(x / log 2). NaN stays NaN.
GERMANE_FOR GERMANE_INLINE void exponential(const Vector& x, Vector& out) {
  constexpr double kLog2 = 1.4426950408889634;
  constexpr double kHigh = 0.693147180369123816490, kLow = 1.90821492927058770002e-10;  // of log 2
  constexpr double kRound = 6755399441055744.0;  // 1.5 2^52: the sum has n in its lowest bits
  const Vector least = Vector{} + kLeast;
  const Vector bounded = x > least ? x : least;
  const Vector shifted = bounded * kLog2 + kRound;
  const Vector n = shifted - kRound;
  const Vector r = bounded - n * kHigh - n * kLow;
  Vector sum = Vector{} + kInverseFactorials[0];
  for (std::size_t i = 1; i < kInverseFactorials.size(); ++i) sum = sum * r + kInverseFactorials[i];
  const Integers one = Integers{} + (std::int64_t{1023} << 52);
  const Integers power = (reinterpret_cast<const Integers&>(shifted) << 52) + one;
  const Vector result = sum * reinterpret_cast<const Vector&>(power);
  out = x >= least ? result : (x < least ? Vector{} : x);
}

GERMANE_FOR void normalise(double* table, Index stride, Index count, Index columns, double* largest,
                           double* sums) {
  for (Index i = 0; i < count; i += kWidth) {
    Vector most = at(table + i), sum{};
    for (Index c = 1; c < columns; ++c) {
      const Vector number = at(table + c * stride + i);
      most = number > most ? number : most;
    }
    for (Index c = 0; c < columns; ++c) {
      Vector& number = at(table + c * stride + i);
      exponential(number - most, number);
      sum += number;
    }
    const Vector inverse = 1 / sum;
    for (Index c = 0; c < columns; ++c) at(table + c * stride + i) *= inverse;
    at(largest + i) = most;
    at(sums + i) = sum;
  }
}

}  // namespace
}  // namespace germane::GERMANE_KIND
// NOLINTEND(misc-definitions-in-headers)
