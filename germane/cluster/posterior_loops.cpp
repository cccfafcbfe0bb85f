#include "germane/cluster/posterior_loops.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace germane {
namespace {

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

}  // namespace
}  // namespace germane

#define GERMANE_BODY "germane/cluster/posterior_loops_body.h"
#include "germane/base/each_processor.h"

namespace germane {

void normalise_exponentials(double* table, Index stride, Index count, Index columns,
                            double* largest, double* sums) {
  const auto normalise = GERMANE_WIDEST(normalise);
  constexpr Index kTogether = 8;  // rows that the widest vector holds
  const Index whole = count / kTogether * kTogether, rest = count - whole;
  normalise(table, stride, whole, columns, largest, sums);
  if (rest == 0) return;
  // The rows that are left over, with zeros beside them.
  std::vector<double> last(static_cast<std::size_t>(kTogether * (columns + 2)), 0.0);
  double* const last_largest = last.data() + kTogether * columns;
  double* const last_sums = last_largest + kTogether;
  for (Index c = 0; c < columns; ++c)
    std::copy_n(table + c * stride + whole, rest, last.data() + kTogether * c);
  normalise(last.data(), kTogether, kTogether, columns, last_largest, last_sums);
  for (Index c = 0; c < columns; ++c)
    std::copy_n(last.data() + kTogether * c, rest, table + c * stride + whole);
  std::copy_n(last_largest, rest, largest + whole);
  std::copy_n(last_sums, rest, sums + whole);
}

}  // namespace germane
