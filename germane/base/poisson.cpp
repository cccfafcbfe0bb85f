#include "germane/base/poisson.h"

#include <cmath>
#include <numbers>

namespace germane {
namespace {

// log(k!), to ten digits: the sum, or from 10 on Stirling's series.
double log_factorial(double k) {
  if (k >= 10)
    return k * std::log(k) - k + 0.5 * std::log(2 * std::numbers::pi * k) + 1 / (12 * k) -
           1 / (360 * k * k * k);
  double sum = 0;
  for (double i = 2; i <= k; ++i) sum += std::log(i);
  return sum;
}

}  // namespace

// Below a mean of 10 by counting how many uniform numbers it takes to multiply to exp(-mean); above
// by Hormann's transformed rejection (PTRS), whose cost does not grow with the mean.
std::int64_t draw_poisson(double mean, Random& random) {
  if (mean < 10) {
    const double end = std::exp(-mean);
    std::int64_t count = 0;
    for (double product = random.uniform(); product > end; product *= random.uniform()) ++count;
    return count;
  }
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double sure = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    const double u = random.uniform() - 0.5, v = 1 - random.uniform();
    const double side = 0.5 - std::abs(u);
    if (!(side > 0)) continue;
    const double k = std::floor((2 * a / side + b) * u + mean + 0.43);
    if (side >= 0.07 && v <= sure) return static_cast<std::int64_t>(k);
    if (k < 0 || (side < 0.013 && v > side)) continue;
    if (std::log(v * inverse_alpha / (a / (side * side) + b)) <=
        k * std::log(mean) - mean - log_factorial(k))
      return static_cast<std::int64_t>(k);
  }
}

}  // namespace germane
