#include "germane/cluster/posterior_loops.h"

#include "germane/base/processor.h"
#include "germane/cluster/four.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace germane {
namespace {

// The bits of four numbers.
using FourBits [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = std::int64_t;

constexpr double kLeast = -708;  // exp of it is still a normal number

// 1/n! from n = 13 on: the first that is left out is below 2^-54 of the sum, as |r| <= log(2) / 2.
constexpr auto kInverseFactorials = [] {
  std::array<double, 14> result{};
  double factorial = 1;
  for (std::size_t n = 0; n < result.size(); ++n) {
    if (n > 0) factorial *= static_cast<double>(n);
    result[result.size() - 1 - n] = 1 / factorial;
  }
  return result;
}();

// exp(x) for x <= 0: 2^n exp(r) with n = round(x / log 2). NaN stays NaN.
[[gnu::always_inline]] inline void exponential(const Four& x, Four& out) {
  constexpr double kLog2 = 1.4426950408889634;
  constexpr double kHigh = 0.693147180369123816490, kLow = 1.90821492927058770002e-10;  // of log 2
  constexpr double kRound = 6755399441055744.0;  // 1.5 2^52: the sum has n in its lowest bits
  const Four least = Four{} + kLeast;
  const Four bounded = x > least ? x : least;
  const Four shifted = bounded * kLog2 + kRound;
  const Four n = shifted - kRound;
  const Four r = bounded - n * kHigh - n * kLow;
  Four sum = Four{} + kInverseFactorials[0];
  for (std::size_t i = 1; i < kInverseFactorials.size(); ++i) sum = sum * r + kInverseFactorials[i];
  const FourBits one = FourBits{} + (std::int64_t{1023} << 52);
  const FourBits power = (reinterpret_cast<const FourBits&>(shifted) << 52) + one;
  const Four result = sum * reinterpret_cast<const Four&>(power);
  out = x >= least ? result : (x < least ? Four{} : x);
}

[[gnu::always_inline]] inline void normalise_loop(double* table, Index stride, Index count,
                                                  Index columns, double* largest, double* sums) {
  const auto at = [](auto* numbers) -> Four& { return *reinterpret_cast<Four*>(numbers); };
  for (Index i = 0; i < count; i += 4) {
    Four most = at(table + i), sum{};
    for (Index c = 1; c < columns; ++c) {
      const Four number = at(table + c * stride + i);
      most = number > most ? number : most;
    }
    for (Index c = 0; c < columns; ++c) {
      Four& number = at(table + c * stride + i);
      exponential(number - most, number);
      sum += number;
    }
    const Four inverse = 1 / sum;
    for (Index c = 0; c < columns; ++c) at(table + c * stride + i) *= inverse;
    at(largest + i) = most;
    at(sums + i) = sum;
  }
}

GERMANE_AVX2_FMA void wide_normalise(double* table, Index stride, Index count, Index columns,
                                     double* largest, double* sums) {
  normalise_loop(table, stride, count, columns, largest, sums);
}
void plain_normalise(double* table, Index stride, Index count, Index columns, double* largest,
                     double* sums) {
  normalise_loop(table, stride, count, columns, largest, sums);
}

}  // namespace

void normalise_exponentials(double* table, Index stride, Index count, Index columns,
                            double* largest, double* sums) {
  const auto normalise = has_avx2_and_fma() ? wide_normalise : plain_normalise;
  const Index fours = count / 4 * 4, rest = count - fours;
  normalise(table, stride, fours, columns, largest, sums);
  if (rest == 0) return;
  // The rows that are left over, with zeros beside them.
  std::vector<double> last(static_cast<std::size_t>(4 * columns + 8), 0.0);
  double* const last_largest = last.data() + 4 * columns;
  for (Index c = 0; c < columns; ++c)
    std::copy_n(table + c * stride + fours, rest, last.data() + 4 * c);
  normalise(last.data(), 4, 4, columns, last_largest, last_largest + 4);
  for (Index c = 0; c < columns; ++c)
    std::copy_n(last.data() + 4 * c, rest, table + c * stride + fours);
  std::copy_n(last_largest, rest, largest + fours);
  std::copy_n(last_largest + 4, rest, sums + fours);
}

}  // namespace germane
