#include "germane/retrieve/mates.h"

#include "germane/base/error.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

Mates find(const RowMatrix<double>& a, const RowMatrix<double>& b, MateScore score, Index k = 0,
           int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return find_mates(a, b, score, k, {pool, silent});
}

// Products of (1, 0), (0, 1) with (1, 0), (-3, 1): |1|, |-3| and |0|, |1|. The first prefers the
// second's mate by magnitude, and its own by cosine.
TEST(Mates, WorkedExample) {
  RowMatrix<double> a(2, 2), b(2, 2);
  a << 1, 0, 0, 1;
  b << 1, 0, -3, 1;
  EXPECT_EQ(find(a, b, MateScore::kInnerProduct).rank, (std::vector<Index>{2, 1}));
  EXPECT_EQ(find(a, b, MateScore::kCosine).rank, (std::vector<Index>{1, 1}));
  const Mates listed = find(a, b, MateScore::kInnerProduct, 2);
  EXPECT_EQ(listed.best, (RowMatrix<Index>(2, 2) << 1, 0, 1, 0).finished());
  EXPECT_EQ(listed.value, (RowMatrix<double>(2, 2) << 3, 1, 1, 0).finished());
  const MateFigures figures = figures_of({2, 1, 7, 20});
  EXPECT_DOUBLE_EQ(figures.average_precision, (0.5 + 1 + 1.0 / 7 + 1.0 / 20) / 4);
  EXPECT_DOUBLE_EQ(figures.recall_1, 0.25);
  EXPECT_DOUBLE_EQ(figures.recall_5, 0.5);
  EXPECT_DOUBLE_EQ(figures.recall_10, 0.75);
  EXPECT_DOUBLE_EQ(figures.median_rank, 4.5);
  EXPECT_DOUBLE_EQ(figures_of({3, 1, 2}).median_rank, 2);
}

// All scores, written out.
Matrix scores(const RowMatrix<double>& a, const RowMatrix<double>& b, MateScore score) {
  const Matrix products = a * b.transpose();
  if (score == MateScore::kInnerProduct) return products.cwiseAbs();
  Matrix cosine = products;
  for (Index i = 0; i < cosine.rows(); ++i)
    for (Index j = 0; j < cosine.cols(); ++j) cosine(i, j) /= a.row(i).norm() * b.row(j).norm();
  if (score == MateScore::kCosine) return cosine;
  Matrix csls = 2 * cosine;
  for (Index i = 0; i < cosine.rows(); ++i) {
    Vector row = cosine.row(i), column = cosine.col(i);
    std::sort(row.begin(), row.end());
    std::sort(column.begin(), column.end());
    csls.row(i).array() -= row.tail(10).mean();
    csls.col(i).array() -= column.tail(10).mean();
  }
  return csls;
}

TEST(Mates, RanksAndListsAreThoseOfAllScores) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const RowMatrix<double> a = normal_rows(300, 6, seed),
                            b = a + 0.7 * normal_rows(300, 6, seed + 50);
    for (const MateScore score : {MateScore::kInnerProduct, MateScore::kCosine, MateScore::kCsls}) {
      const Mates found = find(a, b, score, 4);
      const Matrix all = scores(a, b, score);
      for (Index i = 0; i < 300; ++i) {
        EXPECT_EQ(found.rank[static_cast<std::size_t>(i)],
                  (all.row(i).array() >= all(i, i)).count());
        std::vector<std::pair<double, Index>> sorted;
        for (Index j = 0; j < 300; ++j) sorted.emplace_back(-all(i, j), j);
        std::sort(sorted.begin(), sorted.end());
        for (Index rank = 0; rank < 4; ++rank) {
          EXPECT_EQ(found.best(i, rank), sorted[static_cast<std::size_t>(rank)].second);
          EXPECT_NEAR(found.value(i, rank), -sorted[static_cast<std::size_t>(rank)].first, 1e-12);
        }
      }
    }
  }
}

// A space that tells nobody apart finds nobody; of equals the first are listed.
TEST(Mates, OfTiesTheLastRankAndTheFirstRows) {
  const RowMatrix<double> same = RowMatrix<double>::Constant(1500, 3, 0.1);
  for (const MateScore score : {MateScore::kInnerProduct, MateScore::kCosine, MateScore::kCsls}) {
    const Mates found = find(same, same, score, 3);
    for (const Index rank : found.rank) ASSERT_EQ(rank, 1500);
    for (Index i = 0; i < 1500; ++i)
      ASSERT_EQ(found.best.row(i), (Eigen::Matrix<Index, 1, 3>(0, 1, 2)));
  }
}

// One row of b lies in the direction of all: by cosine it is everybody's nearest.
TEST(Mates, CslsSeesThroughAHub) {
  RowMatrix<double> a = normal_rows(200, 8, 1);
  a.array() += 1;
  RowMatrix<double> b = a + 0.8 * normal_rows(200, 8, 2);
  b.row(0).setOnes();
  const double cosine = figures_of(find(a, b, MateScore::kCosine).rank).average_precision;
  const double csls = figures_of(find(a, b, MateScore::kCsls).rank).average_precision;
  EXPECT_GT(csls, cosine);
}

TEST(Mates, SameForAnyThreads) {
  const RowMatrix<double> a = normal_rows(700, 5, 1), b = normal_rows(700, 5, 2);
  const Mates wanted = find(a, b, MateScore::kCsls, 5, 1),
              found = find(a, b, MateScore::kCsls, 5, 4);
  EXPECT_EQ(found.rank, wanted.rank);
  EXPECT_EQ(found.best, wanted.best);
  EXPECT_EQ(found.value, wanted.value);
}

TEST(Mates, RefusalsSayWhatToDo) {
  RowMatrix<double> a = normal_rows(5, 2, 1);
  const auto expect = [](const RowMatrix<double>& x, const RowMatrix<double>& y, MateScore score,
                         Index k, const std::string& words) {
    try {
      find(x, y, score, k);
      ADD_FAILURE() << "was not refused: " << words;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  expect(a, a, MateScore::kCosine, 6, "there are 5 mates to choose from; pass --k 5 or less");
  expect(a, a.topRows(4), MateScore::kCosine, 1, "must be of the same objects in one space");
  a.row(2).setZero();
  expect(a, a, MateScore::kCosine, 1, "row 2 (from 0) of the shared space is all zeros");
  EXPECT_EQ(find(a, a, MateScore::kInnerProduct, 0).rank[2], 5);
}

}  // namespace
}  // namespace germane
