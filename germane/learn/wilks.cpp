#include "germane/learn/wilks.h"

#include "germane/base/distributions.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace germane {

std::optional<std::vector<WilksTest>> wilks_tests(const Vector& correlations, Index n, Index p,
                                                  Index q) {
  assert(correlations.size() == std::min(p, q));
  if (n <= p + q + 1) return std::nullopt;
  std::vector<WilksTest> tests(static_cast<std::size_t>(correlations.size()));
  double log_lambda = 0;
  for (Index k = correlations.size() - 1; k >= 0; --k) {
    log_lambda += std::log1p(-std::min(correlations[k] * correlations[k], 1.0));
    const auto left = static_cast<double>(p - k), right = static_cast<double>(q - k);
    const double both = left * left + right * right - 5;
    const double root = both > 0 ? std::sqrt((left * left * right * right - 4) / both) : 1;
    WilksTest& test = tests[static_cast<std::size_t>(k)];
    test.lambda = std::exp(log_lambda);
    test.freedom = left * right;
    const double rows = static_cast<double>(n) - 1.5 - static_cast<double>(p + q) / 2;
    test.freedom_below = rows * root - left * right / 2 + 1;
    const double share = std::exp(log_lambda / root);
    test.f = share > 0 ? (1 - share) / share * test.freedom_below / test.freedom : INFINITY;
    test.p = std::isfinite(test.f) ? f_tail(test.f, test.freedom, test.freedom_below) : 0;
  }
  return tests;
}

}  // namespace germane
