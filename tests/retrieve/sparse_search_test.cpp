#include "germane/retrieve/sparse_search.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/data/sparse_rows.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

// Small whole numbers, nine of ten of them zero; no row of zeros only.
RowMatrix<double> mostly_zeros(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> x = whole_rows(rows, columns, seed, 9);
  for (Index i = 0; i < x.size(); ++i)
    if (random.below(10) > 0) x.data()[i] = 0;
  x.col(0).array() += 1;
  return x;
}

SparseRows kept_sparse(const RowMatrix<double>& rows) {
  return SparseRows{SparseMatrix(rows.sparseView())};
}

const std::vector<Metric> kMetrics = {Metric::kEuclidean, Metric::kInnerProduct, Metric::kManhattan,
                                      Metric::kCosine};

// Whole numbers: products and squares are exact, so that ties are the same too. Cosines are
// rounded.
TEST(SparseSearch, FindsWhatTheDenseSearchFinds) {
  const Pool pool(2);
  Progress silent;
  const Execution execution{pool, silent};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const RowMatrix<double> x = mostly_zeros(200, 40, seed), y = mostly_zeros(30, 40, seed + 9);
    const SparseRows rows = kept_sparse(x), queries = kept_sparse(y);
    const MemoryRows<double> dense_rows(x), dense_queries(y);
    for (const Metric metric : kMetrics)
      for (const bool itself : {false, true}) {
        const RowSource* const asked = itself ? nullptr : &queries;
        const RowSource* const dense = itself ? nullptr : &dense_queries;
        EXPECT_EQ(search_sparse(rows, asked, metric), metric != Metric::kManhattan);
        const Neighbors found = find_neighbors(rows, asked, {.k = 7, .metric = metric}, execution);
        const Neighbors wanted =
            find_neighbors(dense_rows, dense, {.k = 7, .metric = metric}, execution);
        EXPECT_LT((found.value - wanted.value).cwiseAbs().maxCoeff(), 1e-13);
        if (metric != Metric::kCosine) {
          EXPECT_EQ(found.row, wanted.row);
        }
        // The fourth nearest of the first query, whatever its last bits are.
        const double threshold = wanted.value(0, 3) + (is_similarity(metric) ? -1e-9 : 1e-9);
        const auto near =
            find_within(rows, asked, {.threshold = threshold, .metric = metric}, execution);
        const auto all =
            find_within(dense_rows, dense, {.threshold = threshold, .metric = metric}, execution);
        ASSERT_EQ(near.size(), all.size());
        EXPECT_FALSE(near.empty());
        for (std::size_t i = 0; i < near.size(); ++i)
          EXPECT_NEAR(near[i].value, all[i].value, 1e-13);
      }
  }
}

// 300,000 columns, which nothing dense takes.
TEST(SparseSearch, WideRowsStaySparse) {
  SparseMatrix wide(3, 300'000);
  wide.insert(0, 5) = 1;
  wide.insert(0, 299'999) = 2;
  wide.insert(1, 5) = 4;
  wide.insert(2, 299'999) = 2;
  wide.makeCompressed();
  const SparseRows rows{wide};
  const Pool pool(2);
  Progress silent;
  const Neighbors found = find_neighbors(rows, nullptr, {.k = 2}, {pool, silent});
  EXPECT_EQ(found.row, (RowMatrix<Index>(3, 2) << 2, 1, 0, 2, 0, 1).finished());
  EXPECT_EQ(found.value(0, 0), 1);
  EXPECT_DOUBLE_EQ(found.value(1, 0), std::sqrt(13.0));
}

TEST(SparseSearch, SameForAnyThreads) {
  const SparseRows rows = kept_sparse(mostly_zeros(500, 30, 1) * 0.1);
  Progress silent;
  const Pool one(1), four(4);
  for (const Metric metric : kMetrics) {
    const Neighbors wanted =
        find_neighbors(rows, nullptr, {.k = 5, .metric = metric}, {one, silent});
    const Neighbors found =
        find_neighbors(rows, nullptr, {.k = 5, .metric = metric}, {four, silent});
    EXPECT_EQ(found.row, wanted.row);
    EXPECT_EQ(found.value, wanted.value);
  }
}

TEST(SparseSearch, RefusalsNameTheRow) {
  RowMatrix<double> x = mostly_zeros(5, 4, 1);
  x.row(3).setZero();
  const Pool pool(1);
  Progress silent;
  const auto expect = [&](const RowMatrix<double>& rows, Metric metric, const std::string& words) {
    try {
      find_neighbors(kept_sparse(rows), nullptr, {.k = 1, .metric = metric}, {pool, silent});
      ADD_FAILURE() << "was not refused: " << words;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  expect(x, Metric::kCosine, "row 3 (from 0) is all zeros and has no direction");
  x(3, 0) = 1e200;
  expect(x, Metric::kEuclidean, "numbers of row 3 (from 0) are too large to be squared");
}

}  // namespace
}  // namespace germane
