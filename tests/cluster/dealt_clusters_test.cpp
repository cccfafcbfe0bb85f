// K-means and mixtures over rows that are dealt to ranks find what one process finds.
#include "germane/base/random.h"
#include "germane/cluster/gmm.h"
#include "germane/cluster/kmeans.h"
#include "tests/stats/thread_ranks.h"

#include <gtest/gtest.h>

#include <limits>

namespace germane {
namespace {

using namespace testing;

constexpr double kClose = 1e-10;

RowMatrix<double> clouds(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    const auto cloud = static_cast<double>(random.below(4));
    for (Index j = 0; j < columns; ++j)
      x(i, j) = 5 + 4 * cloud * static_cast<double>(j % 2) - 3 * cloud + random.normal();
  }
  return x;
}

// Parts of very different lengths, one of them empty.
Index first_of(Index rows, int rank, int count) {
  if (rank == 0) return 0;
  if (rank == count) return rows;
  return rank == 1 ? rows / 10 : count > 2 && rank == 2 ? rows / 10 : rows * rank / count;
}

template <class Run>
void for_ranks(const RowMatrix<double>& rows, Run&& run) {
  for (const int count : {2, 3, 4})
    run_sound_ranks(count, [&](Ranks& ranks) {
      const Index first = first_of(rows.rows(), ranks.rank(), count);
      const Index end = first_of(rows.rows(), ranks.rank() + 1, count);
      const RowMatrix<double> own = rows.middleRows(first, end - first);
      const Share share(ranks, own.rows());
      EXPECT_EQ(share.first(), first);
      const Pool pool(2);
      Progress silent;
      run(own, share, Execution{pool, silent});
    });
}

void expect_run_of(const std::vector<Index>& own, const std::vector<Index>& all,
                   const Share& share) {
  for (std::size_t i = 0; i < own.size(); ++i)
    ASSERT_EQ(own[i], all[static_cast<std::size_t>(share.first()) + i]);
}

void expect_close(const RowMatrix<double>& a, const RowMatrix<double>& b) {
  ASSERT_EQ(a.rows(), b.rows());
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), kClose * b.cwiseAbs().maxCoeff());
}

void compare_kmeans(const RowMatrix<double>& rows, const KmeansOptions& options,
                    const std::vector<double>* weights = nullptr,
                    const RowMatrix<double>* centers = nullptr) {
  const Pool pool(2);
  Progress silent;
  const KmeansClusters one =
      cluster_kmeans(MemoryRows<double>(rows), options, {pool, silent}, {weights, centers});
  for_ranks(rows, [&](const RowMatrix<double>& own, const Share& share, const Execution& here) {
    std::vector<double> own_weights;
    if (weights)
      own_weights.assign(weights->begin() + share.first(),
                         weights->begin() + share.first() + own.rows());
    const KmeansClusters found = cluster_kmeans(MemoryRows<double>(own), options, here,
                                                {weights ? &own_weights : nullptr, centers, share});
    expect_close(found.centers, one.centers);
    EXPECT_EQ(found.sizes, one.sizes);
    EXPECT_EQ(found.iterations, one.iterations);
    EXPECT_EQ(found.converged, one.converged);
    EXPECT_EQ(found.restart, one.restart);
    EXPECT_NEAR(found.inertia, one.inertia, kClose * one.inertia);
    expect_run_of(found.cluster, one.cluster, share);
  });
}

TEST(DealtClusters, KmeansIsThatOfOneProcess) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const RowMatrix<double> rows = clouds(300, 5, seed);
    for (const char* start : {"greedy-k-means++", "k-means++", "random"})
      for (const Index k : {1, 4, 9})
        compare_kmeans(rows, {.k = k, .restarts = 3, .start = start, .seed = 7});
    compare_kmeans(rows, {.k = 4, .restarts = 2, .memory = 25000});  // streamed where it is long
    compare_kmeans(rows, {.k = 5, .restarts = 1, .iterations = 2});
  }
}

TEST(DealtClusters, KmeansWeighsRows) {
  const RowMatrix<double> rows = clouds(200, 3, 1);
  Random random(5);
  std::vector<double> weights;
  for (int i = 0; i < 200; ++i) weights.push_back(static_cast<double>(random.below(3)));
  for (const char* start : {"greedy-k-means++", "random"})
    compare_kmeans(rows, {.k = 3, .restarts = 2, .start = start}, &weights);
}

// Three of five centres start where no rows are.
TEST(DealtClusters, AnEmptyClusterTakesTheFurthestRowOfAllRanks) {
  const RowMatrix<double> rows = clouds(200, 3, 2);
  RowMatrix<double> centers = RowMatrix<double>::Constant(5, 3, 1e5);
  centers.row(0) = rows.row(3);
  centers.row(1) = rows.row(150);
  centers.row(3).array() += 1;
  centers.row(4).array() += 2;
  compare_kmeans(rows, {.k = 5}, nullptr, &centers);
}

TEST(DealtClusters, MoreClustersThanDifferentRowsOfAllRanksAreRefusedByAll) {
  RowMatrix<double> rows = RowMatrix<double>::Zero(40, 2);
  rows(39, 0) = 1;
  for (const auto& end : run_ranks(3, [&](Ranks& ranks) {
         const RowMatrix<double> own = rows.middleRows(ranks.rank() * 13, 14);
         const Pool pool(1);
         Progress silent;
         cluster_kmeans(MemoryRows<double>(own), {.k = 3}, {pool, silent},
                        {.share = Share(ranks, own.rows())});
       }))
    EXPECT_EQ(text_of(end), "k = 3: must be at most the number of different rows, 2 (of 42 rows)");
}

TEST(DealtClusters, MixturesAreThoseOfOneProcess) {
  const RowMatrix<double> rows = clouds(240, 3, 4);
  for (const char* covariance : {"full", "tied", "diagonal", "spherical"})
    for (const double memory : {8e9, 3000.0}) {  // held, and read for every update
      GmmOptions options;
      options.k = std::int64_t{3};
      options.fit.covariance = covariance;
      options.fit.restarts = 3;
      options.fit.memory = memory;
      const Pool pool(2);
      Progress silent;
      // A table in memory is never streamed, so that one rank has to be compared with several.
      std::vector<GmmClusters> found(5);
      for_ranks(rows, [&](const RowMatrix<double>& own, const Share& share, const Execution& here) {
        GmmClusters mine = cluster_gmm(MemoryRows<double>(own), options, here, share);
        EXPECT_EQ(mine.fit.streamed, memory < 8e9);
        if (share.leads()) found[static_cast<std::size_t>(share.ranks().count())] = mine;
      });
      const GmmClusters one =
          memory < 8e9 ? found[2] : cluster_gmm(MemoryRows<double>(rows), options, {pool, silent});
      for (const std::size_t count : {2, 3, 4}) {
        expect_close(found[count].fit.mixture.means, one.fit.mixture.means);
        EXPECT_EQ(found[count].sizes, one.sizes);
        EXPECT_EQ(found[count].fit.iterations, one.fit.iterations);
        EXPECT_NEAR(found[count].bic, one.bic, kClose * std::abs(one.bic));
      }
    }
}

}  // namespace
}  // namespace germane
