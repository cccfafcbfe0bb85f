#include "germane/evaluate/ranked_pairs.h"

#include "../base/message_of.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

namespace germane {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Same 1 2 4, different 3 4 5: at 3 two same pairs and one different pair are accepted, at 4, which
// both have, all same pairs and two different ones.
TEST(RankedPairs, WorkedExample) {
  const RankedPairs pairs({4, 1, 2}, {5, 3, 4}, Alike::kSmaller);
  std::vector<std::tuple<double, Index, Index>> visited;
  pairs.for_each_threshold([&](double threshold, Index same, Index different) {
    visited.emplace_back(threshold, same, different);
  });
  const std::vector<std::tuple<double, Index, Index>> expected = {
      {1, 1, 0}, {2, 2, 0}, {3, 2, 1}, {4, 3, 2}, {5, 3, 3}};
  EXPECT_EQ(visited, expected);
  EXPECT_NEAR(pairs.at(3.5).accepted, 1.0 / 3, 1e-15);
  EXPECT_NEAR(pairs.at(3.5).refused, 1.0 / 3, 1e-15);
  EXPECT_EQ(pairs.most_alike(), -kInfinity);
}

TEST(RankedPairs, RatesAtAThresholdAreThoseOfCounting) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<double> same, different;
    for (std::int64_t i = 1 + random.below(30); i > 0; --i)
      same.push_back(std::round(3 * random.normal()));
    for (std::int64_t i = 1 + random.below(30); i > 0; --i)
      different.push_back(std::round(3 * random.normal()));
    for (const Alike alike : {Alike::kSmaller, Alike::kLarger}) {
      const RankedPairs pairs(same, different, alike);
      for (double threshold = -8; threshold <= 8; threshold += 0.5) {
        const auto accepts = [&](double score) {
          return alike == Alike::kLarger ? score >= threshold : score <= threshold;
        };
        double refused = 0, accepted = 0;
        for (const double score : same) refused += accepts(score) ? 0 : 1;
        for (const double score : different) accepted += accepts(score) ? 1 : 0;
        const ErrorRates rates = pairs.at(threshold);
        EXPECT_NEAR(rates.refused, refused / static_cast<double>(same.size()), 1e-15);
        EXPECT_NEAR(rates.accepted, accepted / static_cast<double>(different.size()), 1e-15);
      }
    }
  }
}

TEST(RankedPairs, InfinitiesAreInOrder) {
  const RankedPairs pairs({kInfinity, 1}, {-kInfinity, 0}, Alike::kLarger);
  EXPECT_EQ(pairs.at(kInfinity).refused, 0.5);
  EXPECT_EQ(pairs.at(0.5).refused, 0);
  EXPECT_EQ(pairs.at(0.5).accepted, 0);
  EXPECT_EQ(pairs.at(-kInfinity).accepted, 1);
  EXPECT_EQ(pairs.most_alike(), kInfinity);
}

TEST(RankedPairs, RefusesNoPairsAndNotANumber) {
  EXPECT_EQ(message_of([] { RankedPairs({1}, {}, Alike::kSmaller); }),
            "verification: 1 same and 0 different pairs; needs at least one of each");
  EXPECT_EQ(message_of([] {
              RankedPairs({1, 2, std::nan("")}, {1}, Alike::kSmaller);
            }),
            "verification: same pair 2 is not a number");
}

}  // namespace
}  // namespace germane
