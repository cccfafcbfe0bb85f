#include "germane/cluster/balls.h"

#include "tests/base/message_of.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <set>

namespace germane {
namespace {

BallsClusters balls(const RowMatrix<double>& rows, const BallsOptions& options, int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return cluster_balls(MemoryRows<double>(rows), options, {pool, silent});
}

// On a line, three rows each wanted: 10 11 12 has the smallest ball (radius 1 around 11), which
// grows over no shell of width 1, as the next rows are at 4 and 20. The ball around 3 holds 2, 3, 4
// and grows to 0, 5.
TEST(Balls, WorkedExampleOnALine) {
  const RowMatrix<double> rows =
      (RowMatrix<double>(10, 1) << 0, 1, 2.5, 4, 5, 20, 10, 11, 12, 40).finished();
  const BallsClusters found = balls(rows, {.k = 2, .share = 0.3});
  EXPECT_EQ(found.cluster, (std::vector<Index>{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}));
  EXPECT_EQ(found.balls[1].center, 7);
  EXPECT_EQ(found.balls[1].rows, 3);
  EXPECT_EQ(found.balls[1].inner, 1);
  EXPECT_EQ(found.balls[1].radius, 1);
  EXPECT_EQ(found.balls[0].rows, 5);
  EXPECT_EQ(found.left, 2);
  EXPECT_EQ(found.centers(1, 0), 11);
}

struct Planted {
  RowMatrix<double> rows;
  std::vector<Index> label;
};

// Round clouds of sizes 400, 200, 100, ..., of spreads 1, 2, 1, 2, with their centres at least
// 40 apart (80 times the root of the columns over 2).
Planted plant(Index columns, Index count, std::uint64_t seed) {
  Planted planted;
  std::vector<Index> sizes;
  Index n = 0;
  for (Index c = 0; c < count; ++c) n += sizes.emplace_back(400 >> std::min<Index>(c, 3));
  planted.rows = normal_rows(n, columns, seed);
  Random random(seed);
  for (Index c = 0; c < count; ++c)
    for (Index i = 0; i < sizes[static_cast<std::size_t>(c)]; ++i) planted.label.push_back(c);
  random.shuffle(planted.label);
  for (Index i = 0; i < n; ++i) {
    const Index c = planted.label[static_cast<std::size_t>(i)];
    planted.rows.row(i) *= static_cast<double>(1 + c % 2);
    planted.rows(i, c % columns) +=
        40 * std::sqrt(static_cast<double>(columns)) * static_cast<double>(1 + c / columns);
  }
  return planted;
}

TEST(Balls, PlantedRoundCloudsOfUnequalSizesAreFound) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const Index columns : {2, 5, 20}) {
      const Planted planted = plant(columns, 5, seed);
      for (const BallsOptions& options :
           {BallsOptions{.k = 5, .share = 0.04}, BallsOptions{.share = 0.04},
            BallsOptions{.k = 5, .share = 0.04, .centers = 300, .seed = 3}}) {
        const BallsClusters found = balls(planted.rows, options);
        EXPECT_EQ(found.sizes.size(), 5u) << columns << " " << seed;
        std::set<std::pair<Index, Index>> cells;
        for (std::size_t i = 0; i < planted.label.size(); ++i)
          cells.emplace(found.cluster[i], planted.label[i]);
        EXPECT_EQ(cells.size(), 5u) << columns << " " << seed;
      }
    }
}

TEST(Balls, SameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> rows = plant(4, 4, 1).rows;
  const BallsClusters one = balls(rows, {.k = 4, .share = 0.05}, 1);
  const BallsClusters four = balls(rows, {.k = 4, .share = 0.05}, 4);
  EXPECT_EQ(one.cluster, four.cluster);
  EXPECT_EQ(one.centers, four.centers);
}

TEST(Balls, EqualRowsAndSingleRows) {
  const BallsClusters equal = balls(RowMatrix<double>::Constant(6, 2, 3.5), {.k = 1});
  EXPECT_EQ(equal.sizes, (std::vector<Index>{6}));
  EXPECT_EQ(equal.centers, (RowMatrix<double>::Constant(1, 2, 3.5)));
  EXPECT_EQ(balls(RowMatrix<double>::Constant(1, 1, 7), {.k = 1}).sizes, (std::vector<Index>{1}));
  const RowMatrix<double> two = (RowMatrix<double>(6, 1) << 1, 1, 5, 1, 5, 5).finished();
  EXPECT_EQ(balls(two, {.k = 2}).cluster, (std::vector<Index>{0, 0, 1, 0, 1, 1}));
}

TEST(Balls, HoldTheShareTheyStartFromInAnyUnit) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RowMatrix<double> rows = normal_rows(30, 2, seed);
    for (const double unit : {1.0, 1e-3, 0.7}) {
      const BallsClusters found = balls(unit * rows, {.k = 1, .share = 0.1, .fall = 1});
      for (const Ball& ball : found.balls) EXPECT_GE(ball.rows, 3) << seed << " " << unit;
    }
  }
}

TEST(Balls, RefusesWhatItCannotCluster) {
  const RowMatrix<double> rows = normal_rows(20, 2, 1);
  const auto refusal = [&](const RowMatrix<double>& x, const BallsOptions& options) {
    return message_of<Error>([&] { balls(x, options); });
  };
  EXPECT_EQ(refusal(rows, {}),
            "cluster balls: how many clusters? pass --k N, or --share W for the rows of the "
            "smallest");
  EXPECT_EQ(refusal(rows, {.k = 21}), "k = 21: must be at most the number of rows, 20");
  EXPECT_EQ(refusal(rows, {.k = 1, .share = 0.0}), "share = 0: must be in [1e-09, 1] or auto");
  EXPECT_EQ(refusal(RowMatrix<double>(0, 2), {.k = 1}), "balls: memory has no rows");
  EXPECT_EQ(refusal(RowMatrix<double>(2, 0), {.k = 1}), "balls: memory has no columns");
  EXPECT_EQ(refusal(rows, {.k = 2, .memory = 100}),
            "balls: 20 rows of 2 columns take 960 bytes, above memory = 100; raise it or cluster a "
            "sample of the rows");
  EXPECT_EQ(refusal(RowMatrix<double>::Constant(6, 1, 2), {.k = 2}),
            "k = 2: after 1 ball only 0 rows are left, and a share of 0.125 asks for 1; ask for "
            "fewer clusters, lower share, or raise fall so that balls end earlier");
}

}  // namespace
}  // namespace germane
