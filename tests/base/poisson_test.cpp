#include "germane/base/poisson.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace germane {
namespace {

TEST(Poisson, OfMeanZeroIsZero) {
  Random random(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(draw_poisson(0, random), 0);
}

// Of N draws the mean is off by more than 5 sqrt(mean / N) about once in two million runs; the
// variance has a standard error of about mean sqrt(2 / N), and a little more for small means.
TEST(Poisson, MeanAndVarianceAreTheMean) {
  constexpr int kDraws = 100'000;
  for (const double mean : {0.1, 1.0, 5.0, 9.99, 10.0, 37.5, 400.0, 1e6}) {
    Random random(7);
    double sum = 0, squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const auto x = static_cast<double>(draw_poisson(mean, random)) - mean;
      sum += x;
      squares += x * x;
    }
    EXPECT_NEAR(sum / kDraws, 0, 5 * std::sqrt(mean / kDraws)) << mean;
    EXPECT_NEAR(squares / kDraws / mean, 1, 5 * std::sqrt((2 + 1 / mean) / kDraws)) << mean;
  }
}

// Chi-squared over the values around the mean, on both sides of where the method changes.
TEST(Poisson, EveryCountIsAsFrequentAsTheFormulaSays) {
  constexpr int kDraws = 200'000;
  for (const double mean : {2.5, 9.5, 10.5, 20.0}) {
    Random random(3);
    std::map<std::int64_t, int> seen;
    for (int i = 0; i < kDraws; ++i) ++seen[draw_poisson(mean, random)];
    double chi_squared = 0;
    int cells = 0;
    for (int k = 0; k < 60; ++k) {
      const double expected = kDraws * std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.0));
      if (expected < 20) continue;
      ++cells;
      chi_squared += std::pow(seen[k] - expected, 2) / expected;
    }
    EXPECT_LT(chi_squared, cells + 5 * std::sqrt(2.0 * cells)) << mean;
  }
}

}  // namespace
}  // namespace germane
