#include "germane/evaluate/binary_divergence.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace germane {
namespace {

// As it is written down, for rates inside (0, 1).
double by_definition(double q, double p) {
  return q * std::log(q / p) + (1 - q) * std::log((1 - q) / (1 - p));
}

// 1/2 log(1/2 / 1/4) + 1/2 log(1/2 / 3/4) = 1/2 log 2 + 1/2 log 2/3 = 1/2 log 4/3.
TEST(BinaryDivergence, WorkedExample) {
  EXPECT_NEAR(binary_divergence(0.5, 0.25), 0.5 * std::log(4.0 / 3.0), 1e-15);
  EXPECT_NEAR(binary_divergence(0, 0.25), -std::log(0.75), 1e-15);
  EXPECT_NEAR(binary_divergence(1, 0.25), std::log(4.0), 1e-15);
  EXPECT_EQ(binary_divergence(0.3, 0.3), 0);
  EXPECT_EQ(binary_divergence(0, 0), 0);
  EXPECT_EQ(binary_divergence(1, 1), 0);
  EXPECT_EQ(binary_divergence(0.1, 0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(binary_divergence(0.9, 1), std::numeric_limits<double>::infinity());
}

TEST(HighestRate, OfNothingSeenIsTheClosedForm) {
  EXPECT_DOUBLE_EQ(highest_rate(0, std::log(2.0)), 0.5);
  EXPECT_DOUBLE_EQ(lowest_rate(1, std::log(2.0)), 0.5);
  EXPECT_EQ(highest_rate(1, 0.3), 1);
  EXPECT_EQ(lowest_rate(0, 0.3), 0);
}

TEST(HighestRate, IsTheRootOfTheDefinitionFoundByBisection) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const double q = 0.001 + 0.998 * random.uniform(), nats = std::exp(-12 * random.uniform());
    double low = q, high = 1;
    for (int i = 0; i < 200; ++i) {
      const double middle = low + (high - low) / 2;
      (by_definition(q, middle) <= nats ? low : high) = middle;
    }
    EXPECT_NEAR(highest_rate(q, nats), high, 1e-10) << q << " " << nats;
    low = 0, high = q;
    for (int i = 0; i < 200; ++i) {
      const double middle = low + (high - low) / 2;
      (by_definition(q, middle) <= nats ? high : low) = middle;
    }
    EXPECT_NEAR(lowest_rate(q, nats), low, 1e-10) << q << " " << nats;
  }
}

TEST(HighestRate, GrowsWithBothAndIsNeverBelowTheObserved) {
  for (double q = 0; q <= 1; q += 1.0 / 64) {
    EXPECT_EQ(highest_rate(q, 0), q);
    double last = q;
    for (double nats = 1e-6; nats < 10; nats *= 2) {
      EXPECT_GE(highest_rate(q, nats), last);
      EXPECT_LE(highest_rate(q, nats), 1);
      EXPECT_GE(highest_rate(q, nats), highest_rate(q * 0.9, nats));
      EXPECT_LE(lowest_rate(q, nats), q);
      last = highest_rate(q, nats);
    }
  }
}

// Rates that are compatible with what was seen reach further than Hoeffding's never: kl >= 2 (p -
// q)^2.
TEST(HighestRate, IsAtMostHoeffdings) {
  for (double q = 0; q <= 1; q += 1.0 / 64)
    for (const double nats : {0.001, 0.01, 0.1})
      EXPECT_LE(highest_rate(q, nats), q + std::sqrt(nats / 2) + 1e-12);
}

}  // namespace
}  // namespace germane
