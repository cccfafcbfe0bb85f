#include "germane/evaluate/partition_intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

namespace germane {
namespace {

std::map<std::string, Interval> intervals(const std::vector<Index>& cluster,
                                          const std::vector<Index>& label,
                                          const BootstrapOptions& options = {}) {
  const Pool pool(2);
  Progress silent;
  const Contingency table = tabulate(cluster, label);
  const PartitionScores scores = score_partition(table);
  const std::vector<Interval> found = partition_intervals(table, scores, options, {pool, silent});
  std::map<std::string, Interval> by_name;
  std::size_t next = 0;
  describe(scores, [&](const char* name, double value, const char*) {
    EXPECT_LE(found[next].low, value) << name;
    EXPECT_GE(found[next].high, value) << name;
    by_name[name] = found[next++];
  });
  EXPECT_EQ(next, found.size());
  return by_name;
}

// Labels 0 and 1; a share `wrong` of the rows are in the cluster of the other.
std::pair<std::vector<Index>, std::vector<Index>> planted(Index rows, double wrong,
                                                          std::uint64_t seed) {
  Random random(seed);
  std::vector<Index> cluster, label;
  for (Index i = 0; i < rows; ++i) {
    label.push_back(i % 2);
    cluster.push_back(random.uniform() < wrong ? 1 - i % 2 : i % 2);
  }
  return {cluster, label};
}

// Accuracy is a share: its interval is nearly p +- 1.96 sqrt(p (1 - p) / n) = 0.9 +- 0.0186.
TEST(PartitionIntervals, OfAccuracyIsThatOfAShare) {
  const auto [cluster, label] = planted(1000, 0.1, 1);
  const auto found = intervals(cluster, label, {.bootstrap = 5000});
  const Interval accuracy = found.at("accuracy");
  EXPECT_NEAR(accuracy.high - accuracy.low, 2 * 1.96 * std::sqrt(0.09 / 1000), 0.004);
}

// Over many samples, 95 % intervals must hold the value of the population about 95 times of 100.
TEST(PartitionIntervals, HoldTheTruthAsOftenAsTheySay) {
  // Two labels, 20 % wrong: in a large population the Rand index is 0.8^2 + 0.2^2 = 0.68 and the
  // adjusted one, half the pairs being same and half together, (0.68 - 0.5) / 0.5 = 0.36.
  int held = 0;
  constexpr int kSamples = 200;
  for (int seed = 0; seed < kSamples; ++seed) {
    const auto [cluster, label] = planted(400, 0.2, static_cast<std::uint64_t>(seed));
    const Interval ari = intervals(cluster, label, {.seed = seed}).at("ari");
    if (ari.low <= 0.36 && 0.36 <= ari.high) ++held;
  }
  EXPECT_GE(held, kSamples * 90 / 100);
  EXPECT_LE(held, kSamples * 99 / 100);
}

TEST(PartitionIntervals, OfEqualPartitionsAreAPoint) {
  const std::vector<Index> label{0, 0, 1, 1, 2, 2, 2};
  for (const auto& [name, interval] : intervals(label, label)) {
    if (name == "cluster_perplexity") continue;  // sizes differ from draw to draw
    EXPECT_DOUBLE_EQ(interval.low, interval.high) << name;
  }
}

TEST(PartitionIntervals, StayWithinWhatAScoreCanBe) {
  const auto [cluster, label] = planted(60, 0.4, 3);  // two of each, nearly even
  const auto found = intervals(cluster, label);
  EXPECT_LE(found.at("cluster_perplexity").high, 2);
  EXPECT_LE(found.at("conditional_perplexity").high, 2);
}

TEST(PartitionIntervals, OfOneRowAreFinite) {
  for (const auto& [name, interval] : intervals({0}, {0})) {
    EXPECT_TRUE(std::isfinite(interval.low)) << name;
    EXPECT_TRUE(std::isfinite(interval.high)) << name;
  }
}

}  // namespace
}  // namespace germane
