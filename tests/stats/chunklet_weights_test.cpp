#include "germane/stats/chunklet_weights.h"

#include "germane/base/random.h"
#include "germane/stats/gather.h"

#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

namespace germane {
namespace {

RowMatrix<double> random_rows(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> result(rows, columns);
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = random.normal();
  return result;
}

Chunklets of_sizes(const std::vector<Index>& sizes, Index others) {
  std::vector<Index> codes;
  for (std::size_t g = 0; g < sizes.size(); ++g)
    codes.insert(codes.end(), static_cast<std::size_t>(sizes[g]), static_cast<Index>(g));
  codes.insert(codes.end(), static_cast<std::size_t>(others), -1);
  return Chunklets(codes);
}

Statistics gather(const RowMatrix<double>& rows, const Chunklets& chunklets,
                  const std::vector<double>& weights, int threads) {
  const Pool pool(threads);
  Progress progress;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  plan.weights = weights;
  return gather_statistics(MemoryRows<double>(rows), plan, {pool, progress}).all();
}

// Sizes 2, 3, a single row and two rows in none: p = 5, m = 2, so (p - m) / m = 1.5, and the
// weights are 1.5 / 1 and 1.5 / 2. The freedom is 2^2 / (1 + 1/2) = 8/3.
TEST(EqualChunkletWeights, AreTheMeanFreedomOverTheChunkletsOwn) {
  const std::vector<double> weights = equal_chunklet_weights(of_sizes({2, 3, 1}, 2));
  EXPECT_EQ(weights, (std::vector<double>{1.5, 1.5, 0.75, 0.75, 0.75, 1, 1, 1}));
  EXPECT_NEAR(equal_chunklet_freedom(2 * 1.5 + 3 * 0.75, 5, 2), 8.0 / 3, 1e-15);
}

TEST(EqualChunkletWeights, AreOneForChunkletsOfOneSize) {
  const Chunklets chunklets = of_sizes({4, 4, 4}, 3);
  EXPECT_EQ(equal_chunklet_weights(chunklets), std::vector<double>(15, 1.0));
  EXPECT_EQ(equal_chunklet_freedom(12, 12, 3), 9);
  EXPECT_EQ(equal_chunklet_weights(of_sizes({1, 1}, 1)), std::vector<double>(3, 1.0));
}

TEST(EqualChunkletWeights, GiveTheMeanOfTheChunkletsCovariances) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    std::vector<Index> sizes;
    for (int g = 0; g < 6; ++g) sizes.push_back(2 + random.below(30));
    const Index points = std::accumulate(sizes.begin(), sizes.end(), Index{0});
    const RowMatrix<double> rows = random_rows(points + 7, 4, seed);
    const Chunklets chunklets = of_sizes(sizes, 7);
    const std::vector<double> weights = equal_chunklet_weights(chunklets);
    Matrix mean = Matrix::Zero(4, 4);
    Index first = 0;
    for (const Index size : sizes) {
      const Matrix part = rows.middleRows(first, size);
      const Matrix centred = part.rowwise() - part.colwise().mean();
      mean += centred.transpose() * centred / static_cast<double>(size - 1) / 6;
      first += size;
    }
    const Statistics statistics = gather(rows, chunklets, weights, 1);
    const auto freedom = static_cast<double>(points - 6);
    EXPECT_LT((statistics.chunklets.within / freedom - mean).norm(), 1e-13 * mean.norm());
    const double sum = std::accumulate(weights.begin(),
                                       weights.begin() + static_cast<std::ptrdiff_t>(points), 0.0);
    EXPECT_NEAR(statistics.chunklets.weight(), sum, 1e-12 * sum);
    EXPECT_LE(equal_chunklet_freedom(sum, points, 6), freedom * (1 + 1e-12));
  }
}

TEST(EqualChunkletWeights, SameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> rows = random_rows(30000, 5, 3);
  std::vector<Index> codes;
  Random random(4);
  for (Index i = 0; i < 30000; ++i) codes.push_back(random.below(i % 3 == 0 ? 5 : 4000));
  const Chunklets chunklets(codes);
  const std::vector<double> weights = equal_chunklet_weights(chunklets);
  const Statistics one = gather(rows, chunklets, weights, 1);
  for (const int threads : {2, 5}) {
    const Statistics many = gather(rows, chunklets, weights, threads);
    EXPECT_EQ(one.chunklets.within, many.chunklets.within);
    EXPECT_EQ(one.total().scatter, many.total().scatter);
  }
}

TEST(EqualChunkletWeights, AreKeptInFilesAndNotMixedWithOthers) {
  const RowMatrix<double> rows = random_rows(8, 2, 5);
  const Chunklets chunklets = of_sizes({2, 5}, 1);
  Statistics equal = gather(rows, chunklets, equal_chunklet_weights(chunklets), 1);
  equal.chunklet_weights = "equal";
  const std::string path =
      (std::filesystem::temp_directory_path() / "germane_chunklet_weights_test.stats").string();
  write_statistics(equal, path);
  EXPECT_EQ(read_statistics(path).chunklet_weights, "equal");
  std::filesystem::remove(path);
  Statistics plain = gather(rows, chunklets, {}, 1);
  EXPECT_EQ(plain.chunklet_weights, "rows");
  EXPECT_EQ(message_of([&] { plain.merge(equal, "b.stats"); }),
            "b.stats: gathered with --chunklet-weights equal, the statistics before it with "
            "--chunklet-weights rows; gather all with the same");
}

}  // namespace
}  // namespace germane
