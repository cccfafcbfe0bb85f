#include "germane/cluster/mutual_pairs.h"

#include "germane/cluster/neighbor_chain.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace germane {
namespace {

std::vector<double> heights(const std::vector<Joining>& joinings) {
  std::vector<double> result;
  for (const Joining& joining : joinings) result.push_back(joining.height);
  std::sort(result.begin(), result.end());
  return result;
}

TEST(MutualPairs, RoundsMakeTheTreeOfTheChain) {
  const Pool pool(2);
  Progress silent;
  const Execution execution{pool, silent};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const RowMatrix<double> rows = clouds(700, 1 + 4 * static_cast<Index>(seed), 9, seed);
    ClusterCenters clusters(rows, execution);
    const std::vector<double> ours = heights(merge_mutual_pairs(clusters, execution));
    EXPECT_EQ(clusters.count(), 1);
    const std::vector<double> expected =
        heights(chain_by_distances(rows, Linkage::kWard, {}, execution));
    ASSERT_EQ(ours.size(), expected.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
      EXPECT_NEAR(ours[i], expected[i], 1e-11 * (1 + expected[i])) << i;
  }
}

// Equal rows are all at 0 from each other: half of them merge in a round, not one pair.
TEST(MutualPairs, EqualRowsMergeByHalves) {
  const Pool pool(2);
  Progress silent;
  const Execution execution{pool, silent};
  const RowMatrix<double> rows = RowMatrix<double>::Constant(4096, 2, 0.3);
  ClusterCenters clusters(rows, execution);
  std::vector<Index> names(clusters.names().begin(), clusters.names().end());
  std::vector<ClusterCenters::Near> near(4096, {std::numeric_limits<double>::infinity(), -1});
  clusters.find_nearest(names, near);
  for (Index i = 0; i < 4096; ++i)
    EXPECT_EQ(near[static_cast<std::size_t>(i)].name, (i + 1) % 4096);
  const std::vector<Joining> found = merge_mutual_pairs(clusters, execution);
  EXPECT_EQ(found.size(), 4095U);
  EXPECT_EQ(found.back().height, 0);
}

// One row in the middle is the nearest of all others, on the axes on both sides: a round has one
// pair, and the chain makes the rest.
TEST(MutualPairs, AHubIsLeftToTheChain) {
  const Pool pool(2);
  Progress silent;
  const Execution execution{pool, silent};
  const Index axes = 40;
  RowMatrix<double> rows = RowMatrix<double>::Zero(2 * axes + 1, axes);
  for (Index i = 0; i < axes; ++i) {
    rows(2 * i + 1, i) = 1;
    rows(2 * i + 2, i) = -1;
  }
  ClusterCenters clusters(rows, execution);
  const std::vector<Joining> found = merge_mutual_pairs(clusters, execution);
  EXPECT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().height, 1);
  EXPECT_EQ(static_cast<Index>(chain_by_centers(rows, {}, execution).size()), 2 * axes);
}

TEST(MutualPairs, TheNearestIsTheOneByDefinition) {
  const Pool pool(2);
  Progress silent;
  const Execution execution{pool, silent};
  const RowMatrix<double> rows = normal_rows(300, 7, 1);
  ClusterCenters clusters(rows, execution);
  for (Index i = 0; i < 100; ++i) clusters.join(i, 100 + i);  // called 100 + i, of two rows each
  RowMatrix<double> centers = rows;
  for (Index i = 0; i < 100; ++i) centers.row(100 + i) = (rows.row(i) + rows.row(100 + i)) / 2;
  for (Index x = 100; x < 300; ++x) {
    double least = std::numeric_limits<double>::infinity();
    for (Index y = 100; y < 300; ++y) {
      const double a = x < 200 ? 2 : 1, b = y < 200 ? 2 : 1;
      const double squared = 2 * a * b / (a + b) * (centers.row(x) - centers.row(y)).squaredNorm();
      if (x != y) least = std::min(least, squared);
      EXPECT_NEAR(clusters.squared_distance(x, y), squared, 1e-13 * (1 + squared));
    }
    EXPECT_NEAR(clusters.nearest(x, -1).second, least, 1e-13 * (1 + least));
  }
}

}  // namespace
}  // namespace germane
