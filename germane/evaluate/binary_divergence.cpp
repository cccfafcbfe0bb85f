#include "germane/evaluate/binary_divergence.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace germane {

double binary_divergence(double q, double p) {
  assert(q >= 0 && q <= 1 && p >= 0 && p <= 1);
  const double yes = q > 0 ? q * std::log(q / p) : 0;
  const double no = q < 1 ? (1 - q) * (std::log1p(-q) - std::log1p(-p)) : 0;
  return std::max(yes + no, 0.0);  // rounding alone takes it below 0
}

double highest_rate(double q, double nats) {
  assert(nats >= 0);
  if (q == 0) return -std::expm1(-nats);
  double low = q, high = 1;  // low satisfies the inequality
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2)
    (binary_divergence(q, middle) <= nats ? low : high) = middle;
  return nats == 0 ? q : high;
}

double lowest_rate(double q, double nats) { return 1 - highest_rate(1 - q, nats); }

}  // namespace germane
