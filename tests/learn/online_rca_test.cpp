#include "germane/learn/online_rca.h"

#include "germane/learn/catalog.h"
#include "germane/learn/rca.h"
#include "learning.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

struct PairsOfRows {
  PairsOfRows(Index count, Index columns, std::uint64_t seed) {
    Random random(seed);
    const PlantedClasses data = plant_classes(2 * count, columns, 1, 0, random);
    rows = data.rows;
    std::vector<Index> codes;
    for (Index i = 0; i < count; ++i) {
      pairs.push_back({2 * i, 2 * i + 1});
      codes.insert(codes.end(), {i, i});
    }
    statistics = gather_for(rows, Chunklets(codes));
  }
  Learned<LinearMap> learn(const OnlineRcaOptions& options = {}) const {
    const Pool pool(1);
    Progress progress;
    return learn_online_rca(rows, pairs, options, {pool, progress});
  }
  RowMatrix<double> rows;
  std::vector<Link> pairs;
  Statistics statistics;
};

TEST(OnlineRca, ConvergesToTheBatchMetric) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const PairsOfRows data(400, 4, seed);
    const Matrix batch =
        learn_rca(data.statistics, {.within = {.shrinkage = 0.0}}).map.mahalanobis();
    const auto error = [&](std::int64_t passes) {
      const OnlineRcaOptions options{.passes = passes, .tolerance = 1e-12};
      return (data.learn(options).map.mahalanobis() - batch).norm() / batch.norm();
    };
    EXPECT_LT(error(200), 0.02);
    EXPECT_LT(error(200), error(5));
  }
}

// Rows 0 to 5 in a group, 6 to 9 in none; pairs join 0 and 2, and 6 and 7, in this order. To these
// the group adds 0-1, 2-3, 3-4 and 4-5; 1-2 follows from what is there.
TEST(OnlineRca, PairsComeFirstAndGroupsAddWhatTheyDoNotJoin) {
  Random random(8);
  const RowMatrix<double> rows = plant_classes(10, 2, 1, 0, random).rows;
  const Pool pool(1);
  Progress progress;
  const Execution execution{pool, progress};
  const std::vector<Link> pairs = {{6, 7}, {0, 2}}, none;
  const Chunklets groups({0, 0, 0, 0, 0, 0, -1, -1, -1, -1});
  const Chunklets closed = close_links(pairs, 10, &groups);
  const MemoryRows<double> source(rows);
  const Codes labels;
  const LearnSetup setup = find_learn_method("online-rca").setup();
  const auto learn = [&](const Chunklets& chunklets, const std::vector<Link>& must) {
    return setup.learn_rows({source, chunklets, must, none, labels, 0, 0, execution}).map.map;
  };
  const std::vector<Link> all = {{6, 7}, {0, 2}, {0, 1}, {2, 3}, {3, 4}, {4, 5}};
  EXPECT_EQ(learn(closed, pairs), learn_online_rca(rows, all, {}, execution).map.map);
  // Each alone as it ever was.
  EXPECT_EQ(learn(close_links(pairs, 10), pairs),
            learn_online_rca(rows, pairs, {}, execution).map.map);
  EXPECT_EQ(
      learn(groups, none),
      learn_online_rca(rows, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, {}, execution).map.map);
}

TEST(OnlineRca, FarPairsDoNotThrowItOff) {
  PairsOfRows data(300, 3, 4);
  data.rows.row(0) *= 1e4;
  const Learned<LinearMap> learned = data.learn();
  EXPECT_TRUE(learned.map.map.allFinite());
}

TEST(OnlineRca, ColumnsThatNeverDifferGetNoWeight) {
  PairsOfRows data(50, 3, 5);
  data.rows.col(1).setConstant(7);
  const Learned<LinearMap> learned = data.learn();
  EXPECT_EQ(learned.map.mahalanobis()(1, 1), 0);
  EXPECT_TRUE(learned.map.map.allFinite());
}

TEST(OnlineRca, SaysWhenItStillMoves) {
  const PairsOfRows data(50, 3, 6);
  EXPECT_FALSE(data.learn({.passes = 1, .tolerance = 1e-9}).summary.warnings.empty());
  EXPECT_TRUE(data.learn({.passes = 2000, .tolerance = 1e-2}).summary.warnings.empty());
}

TEST(OnlineRca, RefusesByName) {
  PairsOfRows data(3, 2, 7);
  data.rows.setConstant(1);
  EXPECT_EQ(refusal<NumericalError>([&] { data.learn(); }),
            "learn online-rca: the rows of the first pairs are identical");
  data.pairs.clear();
  EXPECT_EQ(refusal([&] { data.learn(); }),
            "learn online-rca: no pair is known to be the same; it needs --pairs FILE");
}

}  // namespace
}  // namespace germane
