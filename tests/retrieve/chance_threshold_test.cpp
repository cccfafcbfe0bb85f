#include "germane/retrieve/chance_threshold.h"

#include "germane/base/error.h"
#include "germane/retrieve/neighbors.h"
#include "germane/retrieve/within.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

RowMatrix<double> distances(const RowMatrix<double>& rows) {
  const Pool pool(2);
  Progress silent;
  return find_neighbors(MemoryRows<double>(rows), nullptr, {.k = kChanceNeighbors}, {pool, silent})
      .value;
}

// The j-th neighbour of each of n rows at (j / 20)^(1/2): log ratios are log((j + 1) / j) / 2, and
// j log((j + 1) / j) is nearly 1, so that m is nearly 2. Then 19 n t^2 = 2.
TEST(ChanceThreshold, WorkedExample) {
  RowMatrix<double> neighbors(50, kChanceNeighbors);
  double sum = 0;
  for (Index j = 1; j <= kChanceNeighbors; ++j)
    neighbors.col(j - 1).setConstant(std::sqrt(static_cast<double>(j) / 20));
  for (int j = 10; j < 20; ++j) sum += j * std::log((j + 1.0) / j) / 2;
  const ChanceThreshold found = chance_threshold(neighbors, true);
  EXPECT_NEAR(found.dimensions, 10 / sum, 1e-12);
  EXPECT_NEAR(found.dimensions, 2, 0.1);
  EXPECT_NEAR(found.distance, std::pow(2.0 / (19 * 50), 1 / found.dimensions), 1e-12);
  EXPECT_NEAR(chance_threshold(neighbors, false).distance,
              std::pow(1.0 / (19 * 50), 1 / found.dimensions), 1e-12);
}

TEST(ChanceThreshold, FollowsTheUnit) {
  const RowMatrix<double> near = distances(normal_rows(300, 5, 1));
  EXPECT_NEAR(chance_threshold(1000 * near, true).distance,
              1000 * chance_threshold(near, true).distance, 1e-9);
}

// Fewer than a few pairs of noise are called near, and all copies with a little noise on them are.
TEST(ChanceThreshold, FindsPlantedCopiesAndHardlyAnythingElse) {
  Index by_chance = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RowMatrix<double> rows = normal_rows(1000, 6, seed);
    const RowMatrix<double> noise = normal_rows(30, 6, seed + 500);
    rows.bottomRows(30) = rows.topRows(30) + 1e-3 * noise;
    const double threshold = chance_threshold(distances(rows), true).distance;
    const Pool pool(2);
    Progress silent;
    const std::vector<NearPair> pairs =
        find_within(MemoryRows<double>(rows), nullptr, {.threshold = threshold}, {pool, silent});
    Index planted = 0;
    for (const NearPair& pair : pairs) ++(pair.b == pair.a + 970 ? planted : by_chance);
    EXPECT_EQ(planted, 30) << seed;
  }
  EXPECT_LT(by_chance, 60);  // about one a seed is expected
}

TEST(ChanceThreshold, ManyCopiesOfMostRowsAreRefused) {
  RowMatrix<double> rows = normal_rows(200, 3, 1);
  for (Index i = 0; i < 150; ++i) rows.row(i) = rows.row(i % 5);
  try {
    chance_threshold(distances(rows), true);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "within = auto: 150 of 200 rows have ten copies or more, which leaves open how near "
              "rows are by chance; pass a threshold, or a model calibrated by `germane pairs "
              "--calibrate`");
  }
}

}  // namespace
}  // namespace germane
