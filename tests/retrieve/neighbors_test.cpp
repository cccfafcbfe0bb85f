#include "germane/retrieve/neighbors.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace germane {

namespace {

struct NeighborsTest : ::testing::Test {
  Neighbors find(const RowSource& rows, const RowSource* queries, NeighborOptions options,
                 int threads = 2) {
    const Pool pool(threads);
    Progress silent;
    return find_neighbors(rows, queries, options, {pool, silent});
  }
};

// Less for nearer rows, in long double.
template <class T>
long double remote(Metric metric, const RowMatrix<T>& a, Index i, const RowMatrix<T>& b, Index j) {
  long double squares = 0, inner = 0, left = 0, right = 0, blocks = 0;
  for (Index c = 0; c < a.cols(); ++c) {
    const long double x = a(i, c), y = b(j, c);
    squares += (x - y) * (x - y);
    inner += x * y;
    blocks += std::abs(x - y);
    left += x * x;
    right += y * y;
  }
  if (metric == Metric::kEuclidean) return squares;
  if (metric == Metric::kManhattan) return blocks;
  return metric == Metric::kCosine ? -inner / std::sqrt(left * right) : -inner;
}

long double value(Metric metric, long double remoteness) {
  if (metric == Metric::kManhattan) return remoteness;
  return metric == Metric::kEuclidean ? std::sqrt(remoteness) : -remoteness;
}

// Every value is that of its row, and no row that was left out is nearer by more than rounding.
template <class T>
void expect_nearest(const Neighbors& found, const RowMatrix<T>& queries, const RowMatrix<T>& rows,
                    Metric metric, bool itself) {
  const Index k = found.row.cols();
  for (Index q = 0; q < queries.rows(); ++q) {
    std::vector<std::pair<long double, Index>> all;
    for (Index r = 0; r < rows.rows(); ++r)
      if (!itself || r != q) all.emplace_back(remote(metric, queries, q, rows, r), r);
    std::sort(all.begin(), all.end());
    const long double size = std::abs(all.front().first) + std::abs(all.back().first);
    std::vector<bool> seen(static_cast<std::size_t>(rows.rows()), false);
    for (Index rank = 0; rank < k; ++rank) {
      const Index row = found.row(q, rank);
      ASSERT_FALSE(seen[static_cast<std::size_t>(row)]) << "query " << q << " rank " << rank;
      ASSERT_FALSE(itself && row == q);
      seen[static_cast<std::size_t>(row)] = true;
      const long double mine = remote(metric, queries, q, rows, row);
      const long double wanted = all[static_cast<std::size_t>(rank)].first;
      // Sums of squares are off by a share of themselves, sums of products by one of their terms.
      const long double off = is_similarity(metric) ? 1e-14L * size : 1e-14L * wanted;
      ASSERT_LE(std::abs(mine - wanted), off) << "query " << q << " rank " << rank;
      ASSERT_NEAR(found.value(q, rank), static_cast<double>(value(metric, mine)),
                  1e-13 * (1 + std::abs(found.value(q, rank))));
    }
  }
}

const std::vector<Metric> kMetrics = {Metric::kEuclidean, Metric::kCosine, Metric::kInnerProduct,
                                      Metric::kManhattan};

// Rows 0, 3, 1 on a line, a query at 2: distances 2, 1, 1; of the equal ones row 1 comes first.
TEST_F(NeighborsTest, WorkedExample) {
  RowMatrix<double> rows(3, 1), query(1, 1);
  rows << 0, 3, 1;
  query << 2;
  const MemoryRows<double> searched(rows), asked(query);
  const Neighbors found = find(searched, &asked, {.k = 3});
  EXPECT_EQ(found.row, (RowMatrix<Index>(1, 3) << 1, 2, 0).finished());
  EXPECT_EQ(found.value, (RowMatrix<double>(1, 3) << 1, 1, 2).finished());
  const Neighbors by_product = find(searched, &asked, {.k = 3, .metric = Metric::kInnerProduct});
  EXPECT_EQ(by_product.row, (RowMatrix<Index>(1, 3) << 1, 2, 0).finished());
  EXPECT_EQ(by_product.value, (RowMatrix<double>(1, 3) << 6, 2, 0).finished());
}

template <class T>
void expect_all_ways_right(const RowMatrix<T>& rows, const RowMatrix<T>& queries, Index k,
                           NeighborsTest& test) {
  const MemoryRows<T> searched(rows), asked(queries);
  for (const Metric metric : kMetrics)
    for (const Multiply multiply : {Multiply::kPanels, Multiply::kBlas}) {
      const NeighborOptions options{.k = k, .metric = metric, .multiply = multiply};
      expect_nearest(test.find(searched, &asked, options), queries, rows, metric, false);
      expect_nearest(test.find(searched, nullptr, options), rows, rows, metric, true);
    }
}

TEST_F(NeighborsTest, AreThoseOfAllComparedInLongDouble) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Index n = 1 + 19 * static_cast<Index>(seed % 7 + 1), d = 1 + static_cast<Index>(seed) * 3;
    const RowMatrix<double> rows = normal_rows(n, d, seed), queries = normal_rows(9, d, seed + 99);
    const Index k = std::min<Index>(n - 1, 1 + static_cast<Index>(seed));
    expect_all_ways_right(rows, queries, k, *this);
    expect_all_ways_right<float>(rows.cast<float>(), queries.cast<float>(), k, *this);
  }
}

TEST_F(NeighborsTest, HoldOverManyBlocksAndParts) {
  const RowMatrix<float> rows = clouds(20000, 5, 40, 3).cast<float>();
  const RowMatrix<float> queries = clouds(20, 5, 40, 3).cast<float>();
  const MemoryRows<float> searched(rows), asked(queries);
  for (const Metric metric : kMetrics)
    expect_nearest(find(searched, &asked, {.k = 7, .metric = metric}), queries, rows, metric,
                   false);
}

// All distances are small whole numbers, most of them many times.
TEST_F(NeighborsTest, OfEquallyNearRowsTheFirstAreTaken) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const RowMatrix<double> rows = whole_rows(200, 3, seed);
    const MemoryRows<double> searched(rows);
    for (const Multiply multiply : {Multiply::kPanels, Multiply::kBlas})
      for (const Metric metric : {Metric::kEuclidean, Metric::kInnerProduct}) {
        const Neighbors found =
            find(searched, nullptr, {.k = 25, .metric = metric, .multiply = multiply});
        for (Index q = 0; q < rows.rows(); ++q) {
          std::vector<std::pair<long double, Index>> all;
          for (Index r = 0; r < rows.rows(); ++r)
            if (r != q) all.emplace_back(remote(metric, rows, q, rows, r), r);
          std::sort(all.begin(), all.end());
          for (Index rank = 0; rank < 25; ++rank)
            ASSERT_EQ(found.row(q, rank), all[static_cast<std::size_t>(rank)].second);
        }
      }
  }
}

TEST_F(NeighborsTest, OfAllRowsTheSameTheFirstAreTaken) {
  const RowMatrix<float> rows = RowMatrix<float>::Constant(500, 3, 0.1F);
  const MemoryRows<float> searched(rows);
  for (const Metric metric : kMetrics) {
    const Neighbors found = find(searched, nullptr, {.k = 2, .metric = metric});
    EXPECT_EQ(found.row.row(0), (Eigen::Matrix<Index, 1, 2>(1, 2)));
    EXPECT_EQ(found.row.row(1), (Eigen::Matrix<Index, 1, 2>(0, 2)));
    EXPECT_EQ(found.row.row(499), (Eigen::Matrix<Index, 1, 2>(0, 1)));
  }
}

// 1e8 with steps of 1e-3: |x|^2 is 1e16, and squared distances of 1e-6 are below its last digit.
TEST_F(NeighborsTest, FarFromZeroLoseNoDigits) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    RowMatrix<double> rows = 1e-3 * normal_rows(150, 4, seed), queries = rows.topRows(30);
    rows.array() += 1e8;
    queries.array() += 1e8 + 1e-4;
    expect_all_ways_right(rows, queries, 5, *this);
    rows.row(7).array() *= -1;  // and one on the other side, so that centring does not help
    expect_all_ways_right(rows, queries, 5, *this);
  }
}

TEST_F(NeighborsTest, UnitsOfAnySizeGiveTheSameRows) {
  const RowMatrix<double> rows = normal_rows(200, 6, 1);
  const Neighbors wanted = find(MemoryRows<double>(rows), nullptr, {.k = 4});
  for (const double unit : {0x1p-1000, 0x1p-600, 0x1p600, 0x1p1000}) {
    const RowMatrix<double> scaled = unit * rows;
    const Neighbors found = find(MemoryRows<double>(scaled), nullptr, {.k = 4});
    EXPECT_EQ(found.row, wanted.row) << unit;
    EXPECT_EQ(found.value, unit * wanted.value) << unit;
  }
}

// The power of two above them is no float32.
TEST_F(NeighborsTest, NumbersAsLargeAsThereAreKeepTheirDirection) {
  RowMatrix<float> rows(4, 3);
  rows << 2e38F, 1e38F, 0, 1e38F, 2e38F, 0, 0, 1e38F, 3e38F, 2e38F, 1.1e38F, 0;
  for (const Metric metric : {Metric::kCosine, Metric::kEuclidean}) {
    const Neighbors found = find(MemoryRows<float>(rows), nullptr, {.k = 1, .metric = metric});
    expect_nearest(found, rows, rows, metric, true);
    EXPECT_EQ(found.row(0, 0), 3);
  }
}

// One row so large that its bound covers all others.
TEST_F(NeighborsTest, AnOutlierSpoilsNothing) {
  RowMatrix<float> rows = normal_rows(3000, 8, 1).cast<float>();
  rows.row(11) *= 1e18F;
  rows.row(12) *= 1e30F;
  const MemoryRows<float> searched(rows);
  for (const Multiply multiply : {Multiply::kPanels, Multiply::kBlas}) {
    const Neighbors found = find(searched, nullptr, {.k = 3, .multiply = multiply});
    const RowMatrix<float> few = rows.topRows(10);
    Neighbors head{found.row.topRows(10), found.value.topRows(10)};
    expect_nearest(head, few, rows, Metric::kEuclidean, true);
  }
}

TEST_F(NeighborsTest, SameBitsForAnyThreadsMemoryAndMultiplication) {
  const RowMatrix<double> rows = clouds(40000, 3, 9, 1), queries = clouds(700, 3, 9, 2);
  const MemoryRows<double> searched(rows), asked(queries);
  for (const Metric metric : kMetrics) {
    const NeighborOptions plain{.k = 6, .metric = metric};
    const Neighbors wanted = find(searched, &asked, plain, 1);
    const auto expect_same = [&](const Neighbors& found) {
      EXPECT_EQ(found.row, wanted.row);
      EXPECT_EQ(found.value, wanted.value);
    };
    for (const int threads : {2, 3, 8}) expect_same(find(searched, &asked, plain, threads));
    NeighborOptions blas = plain, small = plain;
    blas.multiply = Multiply::kBlas;
    small.memory = 700 * 6 * 16 + 1.5e5;
    expect_same(find(searched, &asked, blas));
    expect_same(find(searched, &asked, small, 3));
  }
}

TEST_F(NeighborsTest, RowsInPartsFindNotThemselves) {
  const RowMatrix<double> rows = clouds(700, 3, 9, 1);
  const MemoryRows<double> searched(rows);
  const Neighbors wanted = find(searched, nullptr, {.k = 5});
  const Neighbors found = find(searched, nullptr, {.k = 5, .memory = 700 * 5 * 16 + 3e4});
  EXPECT_EQ(found.row, wanted.row);
  EXPECT_EQ(found.value, wanted.value);
  expect_nearest(found, rows, rows, Metric::kEuclidean, true);
}

void expect_refusal(const std::function<void()>& call, const std::string& words) {
  try {
    call();
    ADD_FAILURE() << "was not refused: " << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST_F(NeighborsTest, RefusalsSayWhatToDo) {
  const RowMatrix<double> rows = normal_rows(5, 2, 1), wide = normal_rows(5, 3, 1);
  const MemoryRows<double> five(rows), other(wide);
  expect_refusal(
      [&] { find(five, nullptr, {.k = 5}); },
      "k = 5: memory has 5 rows, and each is compared with the others; pass --k 4 or less");
  expect_refusal([&] { find(five, &five, {.k = 6}); }, "has 5 rows; pass --k 5 or less");
  expect_refusal([&] { find(five, nullptr, {.k = 0}); }, "k = 0: must be at least 1");
  expect_refusal([&] { find(five, &other, {.k = 1}); },
                 "queries must have the columns of the rows");
  expect_refusal([&] { find(five, &five, {.k = 1, .memory = 90}); }, "above --memory 90");
  const RowMatrix<double> one = rows.topRows(1);
  const MemoryRows<double> alone(one);
  expect_refusal([&] { find(alone, nullptr, {.k = 1}); }, "pass more rows");
  EXPECT_EQ(find(alone, &five, {.k = 1}).row, RowMatrix<Index>::Zero(5, 1));
  RowMatrix<double> zero = rows;
  zero.row(3).setZero();
  const MemoryRows<double> with_zero(zero);
  expect_refusal([&] { find(with_zero, nullptr, {.k = 1, .metric = Metric::kCosine}); },
                 "row 3 (from 0) is all zeros and has no direction");
  RowMatrix<double> huge = rows;
  huge(2, 0) = 1e200;
  const MemoryRows<double> too_large(huge);
  expect_refusal([&] { find(five, &too_large, {.k = 1}); }, "divide the columns by a constant");
}

TEST(SearchStep, SaysHowToShortenLongWorkOnly) {
  EXPECT_EQ(search_step(1e5, 5e3, 64), "neighbours");
  EXPECT_NE(search_step(1e6, 1e6, 64).find("docs/indexes.md"), std::string::npos);
}

}  // namespace
}  // namespace germane
