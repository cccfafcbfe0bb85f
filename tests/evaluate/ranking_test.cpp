#include "germane/evaluate/ranking.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

const std::vector<Index> kLabels{0, 0, 0, 1, 1};

// Row 0 of label 0, which rows 1 and 2 have too, is answered by 3, 1, 4, 2: right at ranks 2 and 4.
//   precision 2/4; average precision (1/2 + 2/4) / 2 = 1/2; first right at rank 2
// Row 3, whose label row 4 has too, is answered by 4, 0: right at rank 1.
//   precision 1/2; average precision 1 / min(2, 1) = 1
// Up to ranks 1 to 4 right answers are 0, 1/2, 1/3, 2/4 and 1, 1/2, 1/2, 1/2 of all, and of the
// right rows 0, 1/2, 1/2, 1 and 1, 1, 1, 1 are found.
TEST(Ranking, WorkedExample) {
  const RankingScores scores = score_ranking({{3, 1, 4, 2}, {4, 0}}, std::vector<Index>{0, 1},
                                             kLabels, std::vector<Index>{0, 3});
  EXPECT_EQ(scores.of_query[0], (std::array<double, 5>{1, 0.5, 0.5, 0.5, 1}));
  EXPECT_EQ(scores.of_query[1], (std::array<double, 5>{0, 0.5, 1, 1, 1}));
  EXPECT_EQ(scores.mean, (std::array<double, 5>{0.5, 0.5, 0.75, 0.75, 1}));
  EXPECT_EQ(scores.longest, 4);
  EXPECT_EQ(scores.precision_at, (std::vector<double>{0.5, 0.5, (1.0 / 3 + 0.5) / 2, 0.5}));
  EXPECT_EQ(scores.recall_at, (std::vector<double>{0.5, 0.75, 0.75, 1}));
}

TEST(Ranking, ARowIsNoAnswerToItself) {
  const auto score = [](std::vector<Index> found) {
    return score_ranking({std::move(found)}, std::vector<Index>{0}, kLabels, std::vector<Index>{0})
        .mean;
  };
  EXPECT_EQ(score({0, 3, 1}), score({3, 1}));
}

TEST(Ranking, QueriesWithoutALabelOrAnotherRowOfItAreLeftOut) {
  const std::vector<Index> labels{0, 0, 1, -1};
  const RankingScores scores =
      score_ranking({{1}, {0}, {0}, {0}}, labels, labels, std::vector<Index>{0, 1, 2, 3});
  EXPECT_EQ(scores.left_out, 2);
  EXPECT_EQ(scores.of_query.size(), 2u);
  EXPECT_EQ(message_of<InputError>([&] {
              score_ranking({{1}}, std::vector<Index>{-1}, labels, std::vector<Index>{-1});
            }),
            "evaluate: no query has a label that another row has; check that queries and rows are "
            "labelled by the same words");
}

TEST(Ranking, AnEmptyListFindsNothing) {
  const RankingScores scores =
      score_ranking({{}}, std::vector<Index>{0}, kLabels, std::vector<Index>{-1});
  EXPECT_EQ(scores.mean, (std::array<double, 5>{1, 0, 0, 0, 0}));
}

// nearest_error is a share of n queries: its interval is nearly p +- 1.96 sqrt(p (1 - p) / n).
TEST(Ranking, IntervalsAreThoseOfAShare) {
  constexpr Index kQueries = 1000;
  std::vector<std::vector<Index>> found;
  std::vector<Index> label, self;
  for (Index i = 0; i < kQueries; ++i) {
    found.push_back({i % 5 == 0 ? Index{3} : Index{1}});
    label.push_back(0);
    self.push_back(-1);
  }
  const RankingScores scores = score_ranking(found, label, kLabels, self);
  EXPECT_DOUBLE_EQ(scores.mean[0], 0.2);
  const Pool pool(2);
  Progress silent;
  const auto intervals = ranking_intervals(scores, {.bootstrap = 2000}, {pool, silent});
  EXPECT_NEAR(intervals[0].high - intervals[0].low, 2 * 1.96 * std::sqrt(0.16 / kQueries), 0.005);
}

}  // namespace
}  // namespace germane
