#include "germane/evaluate/neighbor_scores.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

// Rows a a b b: 0 finds (1, 2), 1 finds (2, 0), 2 finds (3, 1), 3 finds (2, 0).
const RowMatrix<Index> kNeighbors = (RowMatrix<Index>(4, 2) << 1, 2, 2, 0, 3, 1, 2, 0).finished();
const std::vector<Index> kLabels = {0, 0, 1, 1};

TEST(NeighborScores, WorkedExample) {
  const NeighborScores scores = score_neighbors(kNeighbors, kLabels, kLabels);
  EXPECT_EQ(scores.rows, 4);
  EXPECT_DOUBLE_EQ(scores.nearest_error, 1.0 / 4);  // row 1 alone is wrong
  ASSERT_EQ(scores.purity.size(), 2U);
  EXPECT_DOUBLE_EQ(scores.purity[0], 3.0 / 4);
  EXPECT_DOUBLE_EQ(scores.purity[1], 2.0 / 4);  // each has one of its own among two
  EXPECT_EQ(class_size_neighbors(kLabels), 1);
  EXPECT_DOUBLE_EQ(class_size_error(kNeighbors, kLabels), 1.0 / 4);
}

TEST(NeighborScores, RowsWithoutALabelAreLeftOut) {
  // Row 1 is not labelled: 0 finds 2 first, 2 finds 3, 3 finds 2.
  const std::vector<Index> labels = {0, -1, 1, 1};
  const NeighborScores scores = score_neighbors(kNeighbors, labels, labels);
  EXPECT_EQ(scores.rows, 3);
  EXPECT_EQ(scores.unanswered, 0);
  EXPECT_DOUBLE_EQ(scores.nearest_error, 1.0 / 3);
  // 3 finds 2 and 0; of 2 only the first is labelled, and of 0 only the second.
  EXPECT_DOUBLE_EQ(scores.purity[1], (0 + 1 + 0.5) / 3);
  const NeighborScores alone = score_neighbors(kNeighbors.leftCols(1), labels, labels);
  EXPECT_EQ(alone.rows, 2);
  EXPECT_EQ(alone.unanswered, 1);
}

TEST(NeighborScores, NumbersOfLabelsDoNotMatter) {
  Random random(1);
  RowMatrix<Index> neighbors(50, 7);
  std::vector<Index> labels(50), renamed(50);
  for (Index i = 0; i < 50; ++i) {
    labels[static_cast<std::size_t>(i)] = random.below(4);
    renamed[static_cast<std::size_t>(i)] = 90 - 7 * labels[static_cast<std::size_t>(i)];
    for (Index j = 0; j < 7; ++j) neighbors(i, j) = (i + 1 + random.below(48)) % 50;
  }
  const NeighborScores one = score_neighbors(neighbors, labels, labels);
  const NeighborScores other = score_neighbors(neighbors, renamed, renamed);
  EXPECT_EQ(one.nearest_error, other.nearest_error);
  EXPECT_EQ(one.purity, other.purity);
  EXPECT_DOUBLE_EQ(one.purity[0], 1 - one.nearest_error);
}

TEST(NeighborScores, RefusalsSayWhatToDo) {
  const std::vector<Index> one_each = {0, 1, 2, 3}, none = {0, -1, -1, -1};
  EXPECT_THROW(
      {
        try {
          class_size_error(kNeighbors, one_each);
        } catch (const InputError& error) {
          EXPECT_NE(std::string(error.what()).find("classes of two or more"), std::string::npos);
          throw;
        }
      },
      InputError);
  EXPECT_THROW(
      {
        try {
          score_neighbors(kNeighbors, none, none);
        } catch (const InputError& error) {
          EXPECT_NE(std::string(error.what()).find("pass a larger --k"), std::string::npos);
          throw;
        }
      },
      InputError);
}

}  // namespace
}  // namespace germane
