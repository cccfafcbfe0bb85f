#include "germane/cluster/sampled_kmeans.h"

#include "germane/base/random.h"
#include "germane/cluster/row_sample.h"
#include "tests/base/message_of.h"
#include "tests/stats/thread_ranks.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

// Four clouds far apart, in no order.
template <class T>
RowMatrix<T> clouds(Index rows, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<T> x(rows, 3);
  for (Index i = 0; i < rows; ++i) {
    const auto cloud = static_cast<double>(random.below(4));
    for (Index j = 0; j < 3; ++j)
      x(i, j) = static_cast<T>(20 * cloud * static_cast<double>(j == 0) + random.normal());
  }
  return x;
}

template <class T>
KmeansClusters cluster(const RowMatrix<T>& rows, Index sample, int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return cluster_sampled_kmeans(MemoryRows<T>(rows), sample, {.k = 4}, {pool, silent});
}

TEST(RowSample, IsTheSameOnAllRanksAndInOrder) {
  RowMatrix<double> rows(50, 1);
  for (Index i = 0; i < 50; ++i) rows(i, 0) = static_cast<double>(i);
  Random random(3);
  const RowMatrix<double> one = sample_rows(MemoryRows<double>(rows), 12, random);
  for (Index i = 1; i < 12; ++i) EXPECT_LT(one(i - 1, 0), one(i, 0));
  run_sound_ranks(3, [&](Ranks& ranks) {
    const RowMatrix<double> own = rows.middleRows(ranks.rank() * 16, ranks.rank() == 2 ? 18 : 16);
    Random same(3);
    EXPECT_EQ(sample_rows(MemoryRows<double>(own), 12, same, Share(ranks, own.rows())), one);
  });
}

TEST(SampledKmeans, FindsTheCloudsThatAllRowsShow) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const RowMatrix<double> rows = clouds<double>(4000, seed);
    const KmeansClusters all = cluster(rows, 4000), some = cluster(rows, 200);
    EXPECT_EQ(some.cluster, all.cluster);  // clouds do not touch
    EXPECT_EQ(some.sizes, all.sizes);
    EXPECT_GE(some.inertia, all.inertia);
    EXPECT_LE(some.inertia, 1.05 * all.inertia);
    const RowMatrix<float> single = rows.cast<float>();
    EXPECT_EQ(cluster(single, 200).cluster, all.cluster);
  }
}

// By the definition.
TEST(SampledKmeans, ItsInertiaIsThatOfAllRows) {
  const RowMatrix<double> rows = clouds<double>(3000, 1);
  const KmeansClusters found = cluster(rows, 100);
  double inertia = 0;
  for (Index i = 0; i < rows.rows(); ++i)
    inertia +=
        (rows.row(i) - found.centers.row(found.cluster[static_cast<std::size_t>(i)])).squaredNorm();
  EXPECT_NEAR(found.inertia, inertia, 1e-12 * inertia);
}

TEST(SampledKmeans, SameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> rows = clouds<double>(3000, 2);
  const KmeansClusters one = cluster(rows, 100, 1), three = cluster(rows, 100, 3);
  EXPECT_EQ(one.centers, three.centers);
  EXPECT_EQ(one.inertia, three.inertia);
  EXPECT_EQ(one.cluster, three.cluster);
}

TEST(SampledKmeans, Refusals) {
  const RowMatrix<double> rows = clouds<double>(50, 1);
  EXPECT_EQ(message_of([&] { cluster(rows, 3); }),
            "sample = 3: must be at least k, 4, or 0 for all rows");
  const std::vector<double> weights(50, 1.0);
  const Pool pool(1);
  Progress silent;
  EXPECT_EQ(message_of([&] {
              cluster_sampled_kmeans(MemoryRows<double>(rows), 10, {.k = 4}, {pool, silent},
                                     {.weights = &weights});
            }),
            "sample = 10: rows with weights are not drawn; pass sample 0");
}

}  // namespace
}  // namespace germane
