#include "germane/cluster/view_clusters.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/data/owned_rows.h"
#include "germane/evaluate/partition.h"

#include <gtest/gtest.h>

#include <numeric>

namespace germane {
namespace {

struct Planted {
  ViewPair views;
  std::vector<Index> truth;
};

std::shared_ptr<const RowSource> owned(RowMatrix<double> rows) {
  return std::make_shared<OwnedRows<double>>(std::move(rows), std::vector<std::string>{}, "view");
}

// k clusters that both views see, under noise of its own in each that is far larger in some
// columns: where a view varies most says nothing of the clusters.
Planted planted(Index objects, Index k, std::uint64_t seed, double separation = 6) {
  constexpr Index kColumns = 8, kLoud = 3;
  Random random(seed);
  RowMatrix<double> means[2] = {RowMatrix<double>(k, kColumns), RowMatrix<double>(k, kColumns)};
  for (RowMatrix<double>& mean : means)
    for (Index i = 0; i < mean.size(); ++i) mean.data()[i] = separation * random.normal();
  RowMatrix<double> rows[2] = {RowMatrix<double>(objects, kColumns + kLoud),
                               RowMatrix<double>(objects, kColumns + kLoud)};
  Planted result;
  for (Index i = 0; i < objects; ++i) {
    const Index c = i < k ? i : random.below(k);
    result.truth.push_back(c);
    for (int view = 0; view < 2; ++view)
      for (Index j = 0; j < kColumns + kLoud; ++j)
        rows[view](i, j) =
            j < kColumns ? means[view](c, j) + random.normal() : 300 * random.normal();
  }
  result.views = {owned(rows[0]), owned(rows[1])};
  return result;
}

ViewClusters run(const ViewPair& views, const ViewClusterOptions& options, int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return cluster_views(views, options, {pool, silent});
}

double ari(const ViewClusters& found, const Planted& given) {
  return score_partition(tabulate(found.cluster, given.truth)).ari;
}

TEST(ViewClusters, ClustersThatTheViewsShareAreFoundUnderLoudNoise) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Planted given = planted(600, 4, seed);
    EXPECT_GT(ari(run(given.views, {.k = 4}), given), 0.99) << seed;
    EXPECT_LT(ari(run(given.views, {.k = 4, .space = "pca"}), given), 0.3) << seed;
  }
}

TEST(ViewClusters, HalvesAgreeWithOneSample) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Planted given = planted(800, 3, seed);
    EXPECT_GT(ari(run(given.views, {.k = 3, .sample = "halves"}), given), 0.99) << seed;
  }
}

TEST(ViewClusters, DividingEndsWithAsManyClustersAsAskedFor) {
  const Planted given = planted(600, 6, 1);
  for (const std::int64_t k : {1, 2, 4, 7, 30}) {
    const ViewClusters found = run(given.views, {.k = k, .ridge = 0.01, .parts = 3});
    ASSERT_EQ(static_cast<Index>(found.sizes.size()), k);
    EXPECT_EQ(std::accumulate(found.sizes.begin(), found.sizes.end(), Index{0}), 600);
    for (const Index size : found.sizes) EXPECT_GT(size, 0);
    EXPECT_EQ(static_cast<Index>(found.splits.size()), (k - 1 + 1) / 2);
  }
  EXPECT_GT(ari(run(given.views, {.k = 6, .parts = 6}), given), 0.99);
}

TEST(ViewClusters, ObjectsThatAreAllTheSameAreNotDivided) {
  RowMatrix<double> two(20, 1);
  for (Index i = 0; i < 20; ++i) two(i, 0) = static_cast<double>(i % 2);
  const ViewClusters found = run({owned(two), nullptr}, {.k = 5, .space = "pca", .parts = 3});
  EXPECT_EQ(found.sizes, (std::vector<Index>{10, 10}));
  ASSERT_EQ(found.summary.warnings.size(), 1u);
  EXPECT_EQ(found.summary.warnings.front(),
            "only 2 clusters: all objects of each are the same in one of the views");
}

TEST(ViewClusters, TheNumberOfClustersIsToldByCorrelationsHeldOut) {
  for (const Index k : {2, 3, 5})
    EXPECT_EQ(static_cast<Index>(run(planted(2000, k, 3).views, {}).sizes.size()), k);
}

TEST(ViewClusters, TheHintIsWhereCorrelationsFallMost) {
  Vector falling(4);
  falling << 0.9, 0.85, 0.2, 0.15;
  EXPECT_EQ(clusters_by_correlations(falling, 10000), 3);
  EXPECT_EQ(clusters_by_correlations(falling.head(2), 10000), 3);
  EXPECT_EQ(clusters_by_correlations(0.01 * falling, 1000), 1);
  EXPECT_EQ(clusters_by_correlations(Vector(), 0), 1);
}

TEST(ViewClusters, SameBitsForAnyNumberOfThreads) {
  const Planted given = planted(3000, 5, 2);
  for (const ViewClusterOptions& options :
       {ViewClusterOptions{.k = 5}, ViewClusterOptions{.k = 9, .ridge = 0.1, .parts = 3},
        ViewClusterOptions{.k = 5, .sample = "halves"}}) {
    const ViewClusters one = run(given.views, options, 1), four = run(given.views, options, 4);
    EXPECT_EQ(one.cluster, four.cluster);
    ASSERT_EQ(one.splits.size(), four.splits.size());
    for (std::size_t i = 0; i < one.splits.size(); ++i)
      EXPECT_EQ(one.splits[i].map.map, four.splits[i].map.map);
  }
}

TEST(ViewClusters, AnInvertibleMapOfAViewChangesNothing) {
  const Planted given = planted(500, 4, 7);
  std::vector<Index> all(500);
  std::iota(all.begin(), all.end(), Index{0});
  Random random(1);
  Matrix mixing(11, 11);
  for (Index i = 0; i < mixing.size(); ++i) mixing.data()[i] = random.normal();
  const RowMatrix<double> mixed = given.views.on->gather(all) * mixing;
  EXPECT_EQ(run({owned(mixed), given.views.other}, {.k = 4}).cluster,
            run(given.views, {.k = 4}).cluster);
}

TEST(ViewClusters, WhatMakesNoSenseIsRefused) {
  const Planted given = planted(20, 2, 1);
  EXPECT_THROW(run(given.views, {.k = 21, .ridge = 1}), InputError);
  EXPECT_THROW(run(given.views, {.k = 2, .parts = 1}), InputError);
  EXPECT_THROW(run(given.views, {.k = 2, .parts = 2, .sample = "halves"}), InputError);
  EXPECT_THROW(run({given.views.on, nullptr}, {.k = 2}), InputError);
  EXPECT_THROW(run(given.views, {.space = "pca"}), InputError);
  EXPECT_THROW(run(given.views, {.k = 11, .ridge = 1, .sample = "halves"}), InputError);
  EXPECT_THROW(run({owned(RowMatrix<double>(0, 2)), owned(RowMatrix<double>(0, 2))}, {.k = 1}),
               InputError);
}

}  // namespace
}  // namespace germane
