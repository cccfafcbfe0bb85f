#include "germane/evaluate/judged_pairs.h"

#include "germane/base/error.h"
#include "germane/evaluate/calibration.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

// Rows have a place on a line, pairs of rows of one class are nearer.
JudgedPairs random_pairs(Index rows, Index count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> place;
  for (Index i = 0; i < rows; ++i)
    place.push_back(static_cast<double>(i % 3) + 0.7 * random.normal());
  JudgedPairs pairs;
  pairs.rows = rows;
  pairs.alike = Alike::kSmaller;
  while (static_cast<Index>(pairs.a.size()) < count) {
    const Index a = random.below(rows), b = random.below(rows);
    if (a == b) continue;
    pairs.a.push_back(a);
    pairs.b.push_back(b);
    pairs.same.push_back(a % 3 == b % 3 ? 1 : 0);
    const double distance =
        std::abs(place[static_cast<std::size_t>(a)] - place[static_cast<std::size_t>(b)]);
    pairs.score.push_back(std::round(10 * distance) / 10);  // with ties
    pairs.llr.push_back(1 - distance);
  }
  return pairs;
}

TEST(JudgedPairs, ScoresAreThoseOfVerification) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const JudgedPairs pairs = random_pairs(60, 400, seed);
    std::vector<double> same, different, same_llr, different_llr;
    for (std::size_t i = 0; i < pairs.score.size(); ++i) {
      (pairs.same[i] ? same : different).push_back(pairs.score[i]);
      (pairs.same[i] ? same_llr : different_llr).push_back(pairs.llr[i]);
    }
    const DetectionCost cost{.prior = 0.1, .cost_miss = 2};
    const JudgedScores scores = score_judged(pairs, cost, "pairs");
    const VerificationScores expected = score_verification(same, different, Alike::kSmaller);
    EXPECT_EQ(scores.same, expected.same);
    EXPECT_EQ(scores.different, expected.different);
    EXPECT_NEAR(scores.auc, expected.auc, 1e-12);
    EXPECT_NEAR(scores.equal_error, expected.equal_error, 1e-12);
    EXPECT_NEAR(scores.min_dcf,
                least_cost(RankedPairs(same, different, Alike::kSmaller), cost).cost, 1e-12);
    EXPECT_NEAR(scores.cllr.value(), cllr(same_llr, different_llr), 1e-12);
  }
}

TEST(JudgedPairs, IntervalsHoldTheScores) {
  const JudgedPairs pairs = random_pairs(60, 600, 1);
  const Pool pool(2);
  Progress silent;
  const JudgedScores scores = score_judged(pairs, {}, "pairs");
  const auto found = judged_intervals(pairs, scores, {}, {}, {pool, silent});
  ASSERT_EQ(found.size(), 4u);
  std::size_t next = 0;
  describe(scores, [&](const char* name, double value, const char*) {
    EXPECT_LE(found[next].low, value) << name;
    EXPECT_GE(found[next].high, value) << name;
    EXPECT_GT(found[next].high - found[next].low, 0.001) << name;
    ++next;
  });
}

// Ten times as many pairs of the same rows say hardly more: the interval must not shrink as if they
// were new.
TEST(JudgedPairs, RepeatedRowsDoNotMakeIntervalsNarrow) {
  const Pool pool(2);
  Progress silent;
  const auto width = [&](Index count) {
    const JudgedPairs pairs = random_pairs(40, count, 2);
    const JudgedScores scores = score_judged(pairs, {}, "pairs");
    const auto found = judged_intervals(pairs, scores, {}, {}, {pool, silent});
    return found[0].high - found[0].low;
  };
  EXPECT_GT(width(8000), 0.5 * width(800));
}

TEST(JudgedPairs, RefusesPairsOfOneKind) {
  JudgedPairs pairs{
      .a = {0, 0}, .b = {1, 2}, .rows = 3, .same = {1, 1}, .score = {0.5, 1}, .llr = {}};
  EXPECT_EQ(message_of<InputError>([&] { score_judged(pairs, {}, "s.csv"); }),
            "s.csv: 2 same pairs and 0 different pairs; both kinds are needed to know an error");
}

}  // namespace
}  // namespace germane
