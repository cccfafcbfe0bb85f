#include "germane/base/distributions.h"

#include <cassert>
#include <cmath>
#include <limits>

namespace germane {
namespace {

// The continued fraction of I_x(a, b) behind its power, by Lentz's method; it converges fast for
// x < (a + 1) / (a + b + 2).
double beta_fraction(double x, double a, double b) {
  constexpr int kMost = 10'000;
  constexpr double kTiny = 1e-300;
  const auto kept = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / kept(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= kMost; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    const double step = d * c;
    fraction *= step;
    if (std::abs(step - 1) < 4 * std::numeric_limits<double>::epsilon()) break;
  }
  return fraction;
}

}  // namespace

double incomplete_beta(double x, double a, double b) {
  assert(a > 0 && b > 0);
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double power = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return power * beta_fraction(x, a, b) / a;
  return 1 - power * beta_fraction(1 - x, b, a) / b;
}

double f_tail(double value, double freedom, double freedom_below) {
  if (value <= 0) return 1;
  return incomplete_beta(freedom_below / (freedom_below + freedom * value), freedom_below / 2,
                         freedom / 2);
}

}  // namespace germane
