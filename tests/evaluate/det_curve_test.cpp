#include "germane/evaluate/det_curve.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

RankedPairs gaussians(Index count, std::uint64_t seed, double apart = 2) {
  Random random(seed);
  std::vector<double> same(static_cast<std::size_t>(count)), different(same.size() * 2);
  for (double& x : same) x = random.normal();
  for (double& x : different) x = random.normal() + apart;
  return {same, different, Alike::kSmaller};
}

bool equal(const DetPoint& a, const DetPoint& b) {
  return a.rates.accepted == b.rates.accepted && a.rates.refused == b.rates.refused &&
         a.threshold == b.threshold;
}

// The share of different pairs accepted at which a curve, taken as steps, falls to `refused`.
double accepted_at(const std::vector<DetPoint>& curve, double refused) {
  for (const DetPoint& point : curve)
    if (point.rates.refused <= refused) return point.rates.accepted;
  return 1;
}

// Same 1 3, different 2 3.
TEST(DetCurve, WorkedExample) {
  const std::vector<DetPoint> curve = det_curve(RankedPairs({1, 3}, {2, 3}, Alike::kSmaller));
  const std::vector<DetPoint> expected = {
      {{.accepted = 0, .refused = 1}, -std::numeric_limits<double>::infinity()},
      {{.accepted = 0, .refused = 0.5}, 1},
      {{.accepted = 0.5, .refused = 0.5}, 2},
      {{.accepted = 1, .refused = 0}, 3}};
  ASSERT_EQ(curve.size(), expected.size());
  for (std::size_t i = 0; i < curve.size(); ++i) EXPECT_TRUE(equal(curve[i], expected[i])) << i;
}

TEST(DetCurve, GoesOneWayFromEndToEndAndItsPointsAreThoseOfTheirThresholds) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RankedPairs pairs = gaussians(50, seed);
    for (const std::size_t at_most : {std::size_t{0}, std::size_t{20}}) {
      const std::vector<DetPoint> curve = det_curve(pairs, at_most);
      EXPECT_EQ(curve.front().rates.accepted, 0);
      EXPECT_EQ(curve.front().rates.refused, 1);
      EXPECT_EQ(curve.back().rates.accepted, 1);
      EXPECT_EQ(curve.back().rates.refused, 0);
      for (std::size_t i = 1; i < curve.size(); ++i) {
        EXPECT_GE(curve[i].rates.accepted, curve[i - 1].rates.accepted);
        EXPECT_LE(curve[i].rates.refused, curve[i - 1].rates.refused);
        EXPECT_EQ(pairs.at(curve[i].threshold).accepted, curve[i].rates.accepted);
        EXPECT_EQ(pairs.at(curve[i].threshold).refused, curve[i].rates.refused);
      }
    }
  }
}

TEST(DetCurve, StraightStretchesLoseTheirMiddleOnly) {
  std::vector<double> same, different;
  for (int i = 0; i < 1000; ++i) same.push_back(i);             // one step down
  for (int i = 0; i < 1000; ++i) different.push_back(500 + i);  // stairs, then one step right
  const std::vector<DetPoint> all = det_curve(RankedPairs(same, different, Alike::kSmaller));
  const std::vector<DetPoint> few = thin(all, 2000);
  // Both have the scores 500 to 999: those steps are diagonal, and no stop on them is left out.
  EXPECT_EQ(few.size(), 1 + 501 + 1);
  const std::vector<DetPoint> apart =
      det_curve(RankedPairs({1, 2, 3}, {4, 5, 6}, Alike::kSmaller), 8);
  ASSERT_EQ(apart.size(), 3);  // no errors: down, then right
  EXPECT_EQ(apart[1].rates.accepted, 0);
  EXPECT_EQ(apart[1].rates.refused, 0);
  EXPECT_EQ(apart[1].threshold, 3);
}

TEST(DetCurve, ThinnedKeepsToTheLimitAndToTheCurve) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const RankedPairs pairs = gaussians(20'000, seed, 1 + 0.2 * static_cast<double>(seed));
    const std::vector<DetPoint> all = det_curve(pairs);
    for (const std::size_t at_most : {8, 50, 1000}) {
      const std::vector<DetPoint> few = thin(all, at_most);
      EXPECT_LE(few.size(), at_most);
      EXPECT_GE(few.size(), at_most / 8);
      const std::vector<DetPoint> walked = det_curve(pairs, at_most);
      ASSERT_EQ(walked.size(), few.size());
      for (std::size_t i = 0; i < few.size(); ++i) EXPECT_TRUE(equal(walked[i], few[i]));
    }
    // Cells of a grid for 1,000 points are 0.03 wide.
    const std::vector<DetPoint> few = thin(all, 1000);
    for (const double refused : {0.4, 0.1, 0.02})
      EXPECT_NEAR(probit(accepted_at(few, refused)), probit(accepted_at(all, refused)), 0.06);
  }
}

// A single far step among thousands of fine ones: its two ends are corners that must stay.
TEST(DetCurve, ThinnedKeepsCornersWithALongLeg) {
  std::vector<double> same, different;
  Random random(3);
  for (int i = 0; i < 5000; ++i) same.push_back(random.normal());
  for (int i = 0; i < 5000; ++i) different.push_back(random.normal() + 1);
  for (int i = 0; i < 5000; ++i) different.push_back(0.25);  // ties: one step of half the pairs
  const RankedPairs pairs(same, different, Alike::kSmaller);
  const std::vector<DetPoint> all = det_curve(pairs), few = thin(all, 60);
  std::size_t corner = 0;
  while (all[corner].threshold != 0.25) ++corner;
  const auto kept = [&](const DetPoint& point) {
    return std::any_of(few.begin(), few.end(), [&](const DetPoint& p) { return equal(p, point); });
  };
  EXPECT_TRUE(kept(all[corner]));
  EXPECT_TRUE(kept(all[corner - 1]));
}

TEST(Probit, IsTheInverseOfTheNormalDistribution) {
  EXPECT_NEAR(probit(0.5), 0, 1e-15);
  EXPECT_NEAR(probit(0.975), 1.959963984540054, 1e-9);  // scipy.stats.norm.ppf
  EXPECT_NEAR(probit(0.001), -3.090232306167813, 1e-9);
  EXPECT_NEAR(probit(1e-12), -7.034483825301132, 1e-9);
  EXPECT_NEAR(probit(1e-300), -37.0470964, 1e-6);
  EXPECT_EQ(probit(0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(probit(1), std::numeric_limits<double>::infinity());
  for (double share = 1e-9; share < 1; share = 1.7 * share + 1e-10) {
    EXPECT_NEAR(0.5 * std::erfc(-probit(share) / std::sqrt(2.0)), share, 1e-12);
    EXPECT_NEAR(probit(share), -probit(1 - share), 1e-6);
  }
}

}  // namespace
}  // namespace germane
