#include "germane/stats/pair_scatter.h"

#include "every_statistic.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

TEST(PairScatter, OfTwoLinks) {
  RowMatrix<double> rows(3, 2);
  rows << 0, 0, 1, 2, 5, 5;
  Sandbox sandbox;
  const PairScatter pairs =
      gather_pairs(MemoryRows<double>(rows), {{0, 1, 3.0}}, {{0, 2}}, sandbox.execution);
  EXPECT_TRUE(pairs.must.isApprox((Matrix(2, 2) << 3, 6, 6, 12).finished(), 1e-15));
  EXPECT_TRUE(pairs.cannot.isApprox((Matrix(2, 2) << 25, 25, 25, 25).finished(), 1e-15));
  EXPECT_EQ(pairs.must_weight, 3);
  EXPECT_EQ(pairs.cannot_weight, 1);
}

struct ManyLinks {
  ManyLinks() : random(1), rows(random_rows(500, 4, random)) {
    for (int i = 0; i < 3000; ++i)
      links.push_back({random.below(500), random.below(500), 1 + random.uniform()});
  }
  Random random;
  RowMatrix<double> rows;
  std::vector<Link> links;
};

TEST(PairScatter, SameBitsForAnyNumberOfThreads) {
  const ManyLinks data;
  Sandbox one(1), four(4);
  EXPECT_EQ(gather_pairs(MemoryRows<double>(data.rows), data.links, {}, one.execution).must,
            gather_pairs(MemoryRows<double>(data.rows), data.links, {}, four.execution).must);
}

TEST(PairScatter, MergeOfPartsEqualsWhole) {
  const ManyLinks data;
  Sandbox sandbox;
  const MemoryRows<double> rows(data.rows);
  PairScatter sum =
      gather_pairs(rows, {data.links.begin(), data.links.begin() + 700}, {}, sandbox.execution);
  sum.merge(
      gather_pairs(rows, {data.links.begin() + 700, data.links.end()}, {}, sandbox.execution));
  const PairScatter whole = gather_pairs(rows, data.links, {}, sandbox.execution);
  expect_near(sum.must, whole.must, 1e-12);
  EXPECT_EQ(sum.must_links, whole.must_links);
  EXPECT_NEAR(sum.must_weight, whole.must_weight, 1e-9);
}

TEST(PairScatter, DisjointPairsEqualChunkletsOfTwo) {
  Random random(2);
  const RowMatrix<double> rows = random_rows(60, 3, random);
  std::vector<Link> links;
  for (Index i = 0; i < 60; i += 2) links.push_back({i, i + 1});
  Sandbox sandbox;
  const MemoryRows<double> source(rows);
  const ChunkletScatter pairs = gather_pairs(source, links, {}, sandbox.execution).as_chunklets();
  const Chunklets closed = close_links(links, 60);
  GatherPlan plan;
  plan.chunklets = &closed;
  const ChunkletScatter chunklets =
      gather_statistics(source, plan, sandbox.execution).all().chunklets;
  expect_near(pairs.within, chunklets.within, 1e-13);
  EXPECT_EQ(pairs.points(), chunklets.points());
  EXPECT_EQ(pairs.freedom(), chunklets.freedom());
}

}  // namespace
}  // namespace germane
