#include "germane/evaluate/verification.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

constexpr std::uint64_t kSeeds = 30;

struct Pairs {
  std::vector<double> same, different;
};

Pairs random_pairs(std::uint64_t seed) {
  Random random(seed);
  Pairs pairs;
  const auto draw = [&](double shift) {  // even seeds have many ties
    return seed % 2 == 0 ? std::round(2 * random.normal() + shift) : random.normal() + shift;
  };
  for (std::int64_t i = 1 + random.below(40); i > 0; --i) pairs.same.push_back(draw(0));
  for (std::int64_t i = 1 + random.below(40); i > 0; --i) pairs.different.push_back(draw(1));
  return pairs;
}

template <class Body>
std::string message_of(Body&& body) {
  try {
    body();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// Same 1 2 4, different 3 4 5: of 9 comparisons 7 are right, 1 is a tie. At threshold 3 one of
// three different pairs is accepted and one of three same pairs refused.
TEST(Verification, WorkedExample) {
  const std::vector<double> same = {1, 4, 2}, different = {5, 3, 4};
  const VerificationScores s = score_verification(same, different, Alike::kSmaller);
  EXPECT_EQ(s.same, 3);
  EXPECT_EQ(s.different, 3);
  EXPECT_NEAR(s.auc, 7.5 / 9, 1e-15);
  EXPECT_NEAR(s.equal_error, 1.0 / 3, 1e-15);
}

TEST(Verification, PerfectReversedAndUselessScores) {
  const std::vector<double> low = {1, 2}, high = {3, 4, 5}, one = {7, 7}, also_one = {7};
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> never = {-infinity}, always = {infinity};
  EXPECT_EQ(score_verification(low, high, Alike::kSmaller).auc, 1);
  EXPECT_EQ(score_verification(low, high, Alike::kSmaller).equal_error, 0);
  EXPECT_EQ(score_verification(high, low, Alike::kSmaller).auc, 0);
  EXPECT_EQ(score_verification(high, low, Alike::kSmaller).equal_error, 1);
  EXPECT_EQ(score_verification(one, also_one, Alike::kSmaller).auc, 0.5);
  EXPECT_EQ(score_verification(one, also_one, Alike::kSmaller).equal_error, 0.5);
  EXPECT_EQ(score_verification(never, always, Alike::kSmaller).auc, 1);
}

TEST(Verification, AucEqualsTheShareOfAllComparisons) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Pairs p = random_pairs(seed);
    double won = 0;
    for (const double s : p.same)
      for (const double d : p.different) won += s < d ? 1 : s == d ? 0.5 : 0;
    const double all = static_cast<double>(p.same.size() * p.different.size());
    EXPECT_NEAR(score_verification(p.same, p.different, Alike::kSmaller).auc, won / all, 1e-14);
  }
}

TEST(Verification, TheOtherDirectionIsTheComplement) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Pairs p = random_pairs(seed);
    const VerificationScores s = score_verification(p.same, p.different, Alike::kSmaller);
    const VerificationScores t = score_verification(p.same, p.different, Alike::kLarger);
    EXPECT_NEAR(s.auc, 1 - t.auc, 1e-14);
    EXPECT_NEAR(s.equal_error, 1 - t.equal_error, 1e-14);
    Pairs negative = p;
    for (double& x : negative.same) x = -x;
    for (double& x : negative.different) x = -x;
    EXPECT_EQ(score_verification(negative.same, negative.different, Alike::kLarger).auc, s.auc);
    const VerificationScores swapped = score_verification(p.different, p.same, Alike::kLarger);
    EXPECT_NEAR(swapped.auc, s.auc, 1e-14);
    EXPECT_NEAR(swapped.equal_error, s.equal_error, 1e-14);
  }
}

TEST(Verification, AnyIncreasingFunctionAndOrderChangeNothing) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Pairs p = random_pairs(seed);
    const VerificationScores s = score_verification(p.same, p.different, Alike::kSmaller);
    EXPECT_GE(s.equal_error, 0);
    EXPECT_LE(s.equal_error, 1);
    Random random(seed);
    random.shuffle(p.same);
    for (double& x : p.same) x = std::exp(x);
    for (double& x : p.different) x = std::exp(x);
    const VerificationScores t = score_verification(p.same, p.different, Alike::kSmaller);
    EXPECT_EQ(t.auc, s.auc);
    EXPECT_EQ(t.equal_error, s.equal_error);
  }
}

// Two Gaussians two standard deviations apart: AUC = Phi(sqrt 2), equal error = Phi(-1).
TEST(Verification, GaussiansHaveTheirKnownErrors) {
  Random random(1);
  std::vector<double> same(200'000), different(200'000);
  for (double& x : same) x = random.normal();
  for (double& x : different) x = random.normal() + 2;
  const VerificationScores s = score_verification(same, different, Alike::kSmaller);
  EXPECT_NEAR(s.auc, 0.5 * std::erfc(-1), 0.002);
  EXPECT_NEAR(s.equal_error, 0.5 * std::erfc(std::sqrt(0.5)), 0.002);
}

// tests/golden/verification.py
TEST(Verification, AucAgreesWithScikitLearn) {
  struct Golden {
    int same, different;
    double auc;
  };
  for (const Golden& g : {Golden{50, 80, 0.642875}, Golden{400, 300, 0.620683333333}}) {
    std::vector<double> same, different;
    for (int i = 0; i < g.same; ++i) same.push_back(i * i % 31);
    for (int i = 0; i < g.different; ++i) different.push_back(i * i % 47);
    EXPECT_NEAR(score_verification(same, different, Alike::kSmaller).auc, g.auc, 1e-11);
  }
}

TEST(Verification, RefusesNoPairsAndNotANumber) {
  const std::vector<double> none, one = {1}, nan = {0, std::nan("")};
  EXPECT_EQ(message_of([&] { score_verification(none, one, Alike::kSmaller); }),
            "verification: 0 same and 1 different pairs; needs at least one of each");
  EXPECT_EQ(message_of([&] { score_verification(one, nan, Alike::kSmaller); }),
            "verification: different pair 1 is not a number");
}

// Same 1 2 4, different 3 4 5. At equal costs threshold 2, which refuses one same pair of three and
// accepts no different one, is best: 1/3. Where accepting costs a quarter, refusing counts four
// times: threshold 4, which accepts two different pairs of three, is at 2/3, threshold 2 at 4/3.
TEST(LeastCost, WorkedExample) {
  const RankedPairs pairs({1, 4, 2}, {5, 3, 4}, Alike::kSmaller);
  const LeastCost even = least_cost(pairs, {});
  EXPECT_NEAR(even.cost, 1.0 / 3, 1e-15);
  EXPECT_EQ(even.threshold, 2);
  EXPECT_NEAR(even.rates.refused, 1.0 / 3, 1e-15);
  EXPECT_EQ(even.rates.accepted, 0);
  const LeastCost lenient = least_cost(pairs, {.cost_accept = 0.25});
  EXPECT_NEAR(lenient.cost, 2.0 / 3, 1e-15);
  EXPECT_EQ(lenient.threshold, 4);
}

TEST(LeastCost, IsTheLeastOfAllThresholdsAndAtMostOne) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Pairs p = random_pairs(seed);
    Random random(seed + 100);
    const DetectionCost cost{.prior = 0.02 + 0.96 * random.uniform(),
                             .cost_miss = std::exp(2 * random.normal()),
                             .cost_accept = std::exp(2 * random.normal())};
    const RankedPairs pairs(p.same, p.different, Alike::kSmaller);
    const LeastCost least = least_cost(pairs, cost);
    EXPECT_LE(least.cost, 1);
    EXPECT_NEAR(cost.of(pairs.at(least.threshold)), least.cost, 1e-14);
    const double same = cost.prior * cost.cost_miss;
    const double different = (1 - cost.prior) * cost.cost_accept;
    for (double threshold = -9; threshold < 9; threshold += 0.25) {
      const ErrorRates rates = pairs.at(threshold);
      const double here =
          (same * rates.refused + different * rates.accepted) / std::min(same, different);
      EXPECT_NEAR(cost.of(rates), here, 1e-12 * here);
      EXPECT_LE(least.cost, here + 1e-12);
    }
  }
}

TEST(LeastCost, RefusesAllWhereTheScoresSayNothing) {
  const RankedPairs pairs({3}, {3, 3}, Alike::kLarger);
  const LeastCost least = least_cost(pairs, {.prior = 0.1});
  EXPECT_EQ(least.cost, 1);
  EXPECT_EQ(least.threshold, std::numeric_limits<double>::infinity());
  EXPECT_EQ(least.rates.refused, 1);
}

TEST(DetectionCost, ThePriorAndTheCostsAreInterchangeable) {
  const DetectionCost given{.prior = 0.01, .cost_miss = 10, .cost_accept = 1};
  const DetectionCost even{.prior = given.effective_prior()};
  EXPECT_NEAR(given.effective_prior(), 0.1 / (0.1 + 0.99), 1e-15);
  EXPECT_NEAR(given.threshold(), std::log(0.99 / 0.1), 1e-14);
  EXPECT_NEAR(even.threshold(), given.threshold(), 1e-14);
  EXPECT_NEAR(even.of({.accepted = 0.2, .refused = 0.7}),
              given.of({.accepted = 0.2, .refused = 0.7}), 1e-14);
}

TEST(DetectionCost, IsFiniteForAnyCosts) {
  const DetectionCost extreme{.prior = 1e-300, .cost_miss = 1e-300, .cost_accept = 1e300};
  EXPECT_TRUE(std::isfinite(extreme.of({.accepted = 0.5, .refused = 0.5})));
  EXPECT_EQ(extreme.of({.accepted = 0, .refused = 1}), 1);
}

// Clusters of 3 and 1 of 4 rows: P = 10/16. Of 4 links one is of a row to itself; 2 of 3 are
// together.
TEST(CoClustering, WorkedExample) {
  const CoClustering c = co_clustering({0, 0, 0, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 3}});
  EXPECT_EQ(c.pairs, 3);
  EXPECT_EQ(c.dropped, 1);
  EXPECT_EQ(c.together, 2);
  EXPECT_NEAR(c.share, 2.0 / 3, 1e-15);
  EXPECT_NEAR(c.expected, 0.625, 1e-15);
  EXPECT_NEAR(c.z, (2 - 3 * 0.625) / std::sqrt(3 * 0.625 * 0.375), 1e-14);
}

TEST(CoClustering, IsFiniteForOneClusterNoLinksAndUnknownRows) {
  const CoClustering lumped = co_clustering({4, 4, 4}, {{0, 1}});
  EXPECT_EQ(lumped.share, 1);
  EXPECT_EQ(lumped.expected, 1);
  EXPECT_EQ(lumped.z, 0);
  const CoClustering none = co_clustering({0, 1}, {});
  EXPECT_EQ(none.z, 0);
  EXPECT_EQ(none.share, 0);
  EXPECT_EQ(none.expected, 0.5);
  const CoClustering unknown = co_clustering({0, -1, 0, 1}, {{0, 1}, {0, 2}});
  EXPECT_EQ(unknown.pairs, 1);
  EXPECT_EQ(unknown.dropped, 1);
  EXPECT_NEAR(unknown.expected, 5.0 / 9, 1e-15);
  EXPECT_EQ(co_clustering({-1, -1}, {{0, 1}}).expected, 0);
}

// Links drawn at random have z of mean 0 and variance 1.
TEST(CoClustering, RandomLinksHaveAStandardZ) {
  Random random(2);
  std::vector<Index> cluster(1000);
  for (Index& c : cluster) c = random.below(3) * random.below(2);
  double sum = 0, squares = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<Link> links(50);
    for (Link& link : links) link = {random.below(1000), random.below(1000)};
    const double z = co_clustering(cluster, links).z;
    sum += z;
    squares += z * z;
  }
  EXPECT_NEAR(sum / 2000, 0, 0.1);
  EXPECT_NEAR(squares / 2000, 1, 0.15);
}

TEST(CoClustering, RefusesALinkToNoRow) {
  EXPECT_EQ(message_of([] {
              co_clustering({0, 1}, {{0, 2}});
            }),
            "must-link 0 - 2: row 2 does not exist (there are 2)");
}

}  // namespace
}  // namespace germane
