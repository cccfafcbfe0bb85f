#include "germane/evaluate/calibration.h"

#include "../base/message_of.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

using Scores = std::vector<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kSeeds = 20;

// The log-likelihood ratio of two Gaussians of variance 1 and means `apart` and 0.
struct Gaussians {
  Scores same, different;
  Gaussians(Index count, double apart, std::uint64_t seed) {
    Random random(seed);
    for (Index i = 0; i < count; ++i) same.push_back(random.normal() + apart);
    for (Index i = 0; i < count; ++i) different.push_back(random.normal());
  }
};

Scores mapped(Scores scores, const ScoreLine& line) {
  for (double& score : scores) score = line(score);
  return scores;
}

// log2(1 + e^-l) for l = log 3 is log2(4/3); for the different pair of -log 3 likewise.
TEST(Cllr, WorkedExample) {
  EXPECT_NEAR(cllr(Scores{std::log(3.0)}, Scores{-std::log(3.0)}), std::log2(4.0 / 3), 1e-15);
  EXPECT_NEAR(cllr(Scores{0, 0, 0}, Scores{0}), 1, 1e-15);
}

TEST(Cllr, ReadsTheScoresByTheLine) {
  const Gaussians data(50, 1, 4);
  const ScoreLine line{0.3, -2};
  EXPECT_EQ(cllr(data.same, data.different, line),
            cllr(mapped(data.same, line), mapped(data.different, line)));
}

TEST(Cllr, HoldsForHugeAndInfiniteRatios) {
  EXPECT_EQ(cllr(Scores{1e300}, Scores{-1e300}), 0);
  EXPECT_EQ(cllr(Scores{kInfinity}, Scores{-kInfinity}), 0);
  EXPECT_NEAR(cllr(Scores{-2000}, Scores{-2000}), 1000 / std::log(2.0), 1e-9);
  EXPECT_EQ(cllr(Scores{-kInfinity}, Scores{0}), kInfinity);
  EXPECT_EQ(cllr(Scores{0}, Scores{kInfinity}), kInfinity);
}

// Of the true ratios of Gaussians two deviations apart, llr = 2 (s - 1): the mean of log2(1 + e^-l)
// over l ~ N(2, 4) is 0.514056 (by quadrature), and no other line does better.
TEST(Cllr, PerfectlyCalibratedRatiosHaveTheirKnownCostAndNoLineDoesBetter) {
  const Gaussians data(200'000, 2, 1);
  const double cost = cllr(data.same, data.different, {-2, 2});
  EXPECT_NEAR(cost, 0.514056, 0.005);
  for (const ScoreLine& other : {ScoreLine{-2, 3}, ScoreLine{-2, 1}, ScoreLine{0, 2}})
    EXPECT_GT(cllr(data.same, data.different, other), cost + 0.01);
}

TEST(FitScoreLine, FindsTheTrueRatioOfGaussians) {
  const Gaussians data(100'000, 2, 2);
  for (const double prior : {0.5, 0.05}) {
    const ScoreLine line = fit_score_line(data.same, data.different, Alike::kLarger, prior);
    EXPECT_NEAR(line.offset, -2, 0.05);
    EXPECT_NEAR(line.slope, 2, 0.05);
  }
}

// tests/golden/calibration.py
TEST(FitScoreLine, AgreesWithScikitLearn) {
  struct Golden {
    int same, different;
    double prior, offset, slope;
  };
  for (const Golden& g : {Golden{50, 80, 0.5, 0.8903019923, -0.0596855219},
                          Golden{400, 300, 0.1, 0.6506095016, -0.0439365145},
                          Golden{60, 500, 0.9, 1.0346771330, -0.0685589487}}) {
    Scores same, different;
    for (int i = 0; i < g.same; ++i) same.push_back(i * i % 31);
    for (int i = 0; i < g.different; ++i) different.push_back(i * i % 47);
    const ScoreLine line = fit_score_line(same, different, Alike::kSmaller, g.prior);
    EXPECT_NEAR(line.offset, g.offset, 1e-7);
    EXPECT_NEAR(line.slope, g.slope, 1e-8);
  }
}

TEST(FitScoreLine, IsAtLeastAsGoodAsItsNeighbours) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Gaussians data(40, 1, seed);
    const ScoreLine best = fit_score_line(data.same, data.different, Alike::kLarger, 0.5);
    const double cost = cllr(mapped(data.same, best), mapped(data.different, best));
    EXPECT_LE(cost, 1);
    for (const double a : {-0.01, 0.0, 0.01})
      for (const double b : {-0.01, 0.0, 0.01}) {
        const ScoreLine other{best.offset + a, std::max(0.0, best.slope + b)};
        EXPECT_LE(cost, cllr(mapped(data.same, other), mapped(data.different, other)) + 1e-9);
      }
  }
}

TEST(FitScoreLine, UnitsAndDirectionOfTheScoresChangeNoRatio) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Gaussians data(30, 1.5, seed);
    const ScoreLine line = fit_score_line(data.same, data.different, Alike::kLarger, 0.3);
    const auto changed = [](Scores scores) {
      for (double& score : scores) score = 1e6 - 1e3 * score;
      return scores;
    };
    const Scores same = changed(data.same), different = changed(data.different);
    const ScoreLine other = fit_score_line(same, different, Alike::kSmaller, 0.3);
    for (std::size_t i = 0; i < same.size(); ++i)
      EXPECT_NEAR(other(same[i]), line(data.same[i]), 1e-6);
  }
}

TEST(FitScoreLine, StaysFiniteWhereAThresholdSeparatesAll) {
  for (const double prior : {0.5, 1e-6, 1 - 1e-6})
    for (const auto& [same, different] : {std::pair<Scores, Scores>{{3, 4, 5}, {0, 1, 2}},
                                          {{1}, {0}},
                                          {{1e-300}, {0}},
                                          {{1e308}, {-1e308}},
                                          {{1 + 1e-9, 1 + 1e-9}, {1}},
                                          {{1 + 1e-9, 5, 6, 7}, {1, -5, -6, -7}},
                                          {{1, 1e6}, {0, -1e6}}}) {
      const FittedLine line = fit_score_line(same, different, Alike::kLarger, prior);
      ASSERT_TRUE(std::isfinite(line.offset) && std::isfinite(line.slope));
      EXPECT_TRUE(line.separates && line.converged);
      EXPECT_GT(line.slope, 0);
      const double threshold =
          line.score_at(DetectionCost{.prior = prior}.threshold(), Alike::kLarger);
      EXPECT_GE(same[0], threshold);
      EXPECT_LT(different[0], threshold);
    }
}

// One pair of each kind weighs 1/2, the pair of doubt at its place 1/8: odds of 4 to 1 at either,
// so llr = 4 log 2 (s - 1/2).
TEST(FitScoreLine, IsOnlyAsSureAsThePairsAreMany) {
  const FittedLine one = fit_score_line(Scores{1}, Scores{0}, Alike::kLarger, 0.5);
  EXPECT_NEAR(one.offset, -2 * std::log(2.0), 1e-6);
  EXPECT_NEAR(one.slope, 4 * std::log(2.0), 1e-6);
  double last = one(1);
  for (const std::size_t count : {10, 100, 1000}) {
    const ScoreLine line =
        fit_score_line(Scores(count, 1.0), Scores(count, 0.0), Alike::kLarger, 0.5);
    EXPECT_GT(line(1), last + 1);
    EXPECT_LT(line(1), std::log(8.0 * static_cast<double>(count)));
    last = line(1);
  }
}

TEST(FitScoreLine, SeparatesWhatCanBeSeparatedForAnyPrior) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    const double gap = std::exp(4 * random.normal()), tail = std::exp(6 * random.normal());
    Scores same, different;
    for (int i = 0; i < 60; ++i) same.push_back(gap + std::exp(random.normal()));
    for (int i = 0; i < 200; ++i) different.push_back(-tail * std::exp(3 * random.normal()));
    for (const double prior : {1e-4, 0.1, 0.5, 0.99}) {
      const FittedLine line = fit_score_line(same, different, Alike::kLarger, prior);
      EXPECT_TRUE(line.separates && line.converged);
      const double threshold =
          line.score_at(DetectionCost{.prior = prior}.threshold(), Alike::kLarger);
      EXPECT_LT(threshold, *std::min_element(same.begin(), same.end()));
      EXPECT_GT(threshold, *std::max_element(different.begin(), different.end()));
      EXPECT_LT(cllr(same, different, line), 0.15);
    }
  }
}

// Log-likelihood ratios of a model that is right: same pairs a little above 0, different ones
// below, most of them far, some farther than that.
struct HeavyTails {
  Scores same, different;
  HeavyTails(Index count, double same_from, double different_to, std::uint64_t seed) {
    Random random(seed);
    for (Index i = 0; i < count; ++i) same.push_back(same_from + 20 * random.uniform());
    for (Index i = 0; i < count; ++i)
      different.push_back(different_to - std::exp(13.2 * random.uniform()));
  }
};

// Once the slope was held back in units of the deviation of all scores, of which one in a thousand
// decides: the threshold was among the different pairs, and the cost a hundred times that of the
// scores as they were.
TEST(FitScoreLine, FarAwayScoresDoNotSpoilSeparateKinds) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const HeavyTails data(1000, 3.7, -34.6, seed);
    const FittedLine line = fit_score_line(data.same, data.different, Alike::kLarger, 0.5);
    const double threshold = line.score_at(0, Alike::kLarger);
    EXPECT_LT(threshold, 3.7);
    EXPECT_GT(threshold, -34.6);
    EXPECT_LT(cllr(data.same, data.different, line), 0.001);
  }
}

TEST(FitScoreLine, MoreFarAwayScoresChangeNothingThatMatters) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const HeavyTails apart(500, 1, -1, seed), mixed(500, -3, 3, seed);
    for (const auto* data : {&apart, &mixed}) {
      const ScoreLine line = fit_score_line(data->same, data->different, Alike::kLarger, 0.5);
      double last_threshold = line.score_at(0, Alike::kLarger);
      for (const double far : {-1e7, -1e9, -1e12}) {
        Scores different = data->different;
        different.insert(different.end(), 50, far);
        const ScoreLine other = fit_score_line(data->same, different, Alike::kLarger, 0.5);
        EXPECT_NEAR(other.slope, line.slope, 0.1 * line.slope);
        EXPECT_NEAR(other.score_at(0, Alike::kLarger), last_threshold, 0.5);
      }
    }
  }
}

// The certificate of a minimum is a gradient of 0, here in units of the scores where the kinds
// meet.
TEST(FitScoreLine, AMillionScoresWithHeavyTailsConvergeInFewPasses) {
  for (const double overlap : {-1.0, 3.0, 30.0}) {
    const HeavyTails data(500'000, 0, overlap, 5);
    const FittedLine line = fit_score_line(data.same, data.different, Alike::kLarger, 0.5);
    EXPECT_TRUE(line.converged);
    EXPECT_EQ(line.separates, overlap < 0);
    EXPECT_LE(line.passes, 40);
    if (line.separates) continue;
    double level = 0, tilt = 0;
    const auto add = [&](const Scores& scores, double target) {
      for (const double score : scores) {
        const double error = 1 / (1 + std::exp(-line(score))) - target;
        level += error / 1e6;
        tilt += error * score / 1e6;
      }
    };
    add(data.same, 1);
    add(data.different, 0);
    EXPECT_NEAR(level, 0, 1e-7);
    EXPECT_NEAR(tilt, 0, 1e-6);
  }
}

// A different pair that looks more alike than any same pair, by more and more: plain maximum
// likelihood, which still has an answer.
TEST(FitScoreLine, ConvergesWhereAScoreIsFarOnTheWrongSide) {
  for (const double wild : {10.0, 1e3, 1e5}) {
    Gaussians data(100'000, 3, 8);
    data.different.push_back(wild);
    const FittedLine line = fit_score_line(data.same, data.different, Alike::kLarger, 0.5);
    EXPECT_TRUE(line.converged);
    EXPECT_FALSE(line.separates);
    EXPECT_LE(line.passes, 40);
    EXPECT_GT(line.slope, 0);
  }
}

// Kinds that touch in one score: same 1 1 2, different 0 1.
TEST(FitScoreLine, KindsThatTouchAreSeparateAndStayFinite) {
  for (const auto& [same, different] : {std::pair<Scores, Scores>{{1, 1, 2}, {0, 1}},
                                        {{1, 1}, {0, 1}},
                                        {{1, 2}, {1, 1}},
                                        {{1, 1, 1, 1, 2}, {0, 1, 1, 1, 1}}}) {
    const FittedLine line = fit_score_line(same, different, Alike::kLarger, 0.5);
    EXPECT_TRUE(line.separates && line.converged);
    EXPECT_TRUE(std::isfinite(line.offset) && line.slope > 0 && line.slope < 100);
  }
}

TEST(FitScoreLine, IsLevelWhereTheScoresSayNothingOrTheContrary) {
  const auto level = [](const Scores& same, const Scores& different) {
    const ScoreLine line = fit_score_line(same, different, Alike::kLarger, 0.2);
    return line.offset == 0 && line.slope == 0;
  };
  EXPECT_TRUE(level({7, 7}, {7}));
  EXPECT_TRUE(level({0, 0}, {0}));
  EXPECT_TRUE(level({0.1 + 0.2}, {0.3, 0.3}));  // equal but for rounding
  EXPECT_TRUE(level({0, 1, 2}, {3, 4}));
  EXPECT_TRUE(level({kInfinity}, {-kInfinity}));
  EXPECT_TRUE(level({-kInfinity, 5, 6}, {0, 1}));  // infinitely wrong
  EXPECT_TRUE(level({5, 6}, {0, 1, kInfinity}));
}

TEST(FitScoreLine, InfinitelyRightScoresAreNoEvidence) {
  const Scores same = {1, 2, 2.5, 4}, different = {0, 1, 3, -1};
  Scores with = same;
  with.push_back(kInfinity);
  const ScoreLine line = fit_score_line(with, different, Alike::kLarger, 0.5);
  EXPECT_TRUE(std::isfinite(line.offset) && line.slope > 0);
  EXPECT_EQ(line(kInfinity), kInfinity);
  EXPECT_TRUE(std::isfinite(cllr(mapped(with, line), mapped(different, line))));
}

TEST(ScoreLine, TheScoreAtARatioIsTheInverse) {
  const ScoreLine falling{3, -0.5};
  EXPECT_EQ(falling.score_at(1, Alike::kSmaller), 4);
  EXPECT_EQ(falling(4), 1);
}

// Level at 0: accepts all where the threshold of the ratio is at or below 0, else none.
TEST(ScoreLine, WithoutSlopeAllPairsAreDecidedAlike) {
  const ScoreLine level;
  EXPECT_EQ(level(kInfinity), 0);
  EXPECT_EQ(level.score_at(-1, Alike::kLarger), -kInfinity);
  EXPECT_EQ(level.score_at(-1, Alike::kSmaller), kInfinity);
  EXPECT_EQ(level.score_at(1, Alike::kLarger), kInfinity);
  EXPECT_EQ(level.score_at(1, Alike::kSmaller), -kInfinity);
}

TEST(Calibration, RefusesNoPairsAndNotANumber) {
  EXPECT_EQ(message_of([] { cllr(Scores{}, Scores{1}); }),
            "calibration: 0 same and 1 different pairs; needs at least one of each");
  EXPECT_EQ(message_of([] { fit_score_line(Scores{1}, Scores{}, Alike::kLarger, 0.5); }),
            "calibration: 1 same and 0 different pairs; needs at least one of each");
  EXPECT_EQ(message_of([] {
              cllr(Scores{1}, Scores{0, std::nan("")});
            }),
            "calibration: different pair 1 is not a number");
  EXPECT_EQ(
      message_of([] { fit_score_line(Scores{std::nan("")}, Scores{0}, Alike::kLarger, 0.5); }),
      "calibration: same pair 0 is not a number");
}

}  // namespace
}  // namespace germane
