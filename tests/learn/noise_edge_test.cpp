#include "germane/learn/noise_edge.h"

#include "germane/linalg/generalized.h"
#include "learning.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

struct Noise {
  Noise(Index rows_count, Index columns, Index size, std::uint64_t seed) {
    Random random(seed);
    rows.resize(rows_count, columns);
    for (double& value : rows.reshaped()) value = random.normal();
    std::vector<Index> codes;
    for (Index i = 0; i < rows_count; ++i) codes.push_back(i / size);
    chunklets = Chunklets(codes);
    statistics = gather_for(rows, chunklets);
  }
  double largest_share() const {  // b
    return generalized_eigen(statistics.chunklets.between.scatter, statistics.constrained().scatter,
                             1e-12)
        .values[0];
  }
  RowMatrix<double> rows;
  Chunklets chunklets;
  Statistics statistics;
};

std::optional<double> reassigned(const Noise& noise, const EldaOptions& options, int threads) {
  const Pool pool(threads);
  Progress silent;
  return reassigned_edge(noise.statistics, options, MemoryRows<double>(noise.rows), noise.chunklets,
                         {pool, silent});
}

TEST(NoiseEdge, TheClosedFormLiesWhereNoiseEnds) {
  int above = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const Index size : {2, 4, 5}) {
      const Noise noise(1000, 40, size, seed);
      const double edge = closed_edge(1.0 / static_cast<double>(size), 40, 1000);
      above += noise.largest_share() > edge ? 1 : 0;
      EXPECT_NEAR(noise.largest_share(), edge, 0.05);
    }
  EXPECT_LE(above, 12);  // of 60: the edge is that of infinitely many rows
}

TEST(NoiseEdge, ReassignedChunkletsShowAsMuchAsNoiseDoes) {
  const EldaOptions options{.ridge = 0.1};
  int above = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Noise noise(200, 6, 4, seed);
    const std::optional<double> edge = reassigned(noise, options, 3);
    ASSERT_TRUE(edge);
    EXPECT_EQ(edge, reassigned(noise, options, 1)) << "threads show in the result";
    const EldaProblem problem = elda_problem(noise.statistics, options);
    const double largest =
        generalized_eigen(problem.excess(problem.between), problem.normalizer, 1e-12).values[0];
    above += largest > *edge ? 1 : 0;
    EXPECT_GT(*edge, 0);
  }
  EXPECT_LE(above, 4);  // one in twenty is meant; four or more in twenty happen once in sixty
}

TEST(NoiseEdge, PlantedClassesStandOut) {
  Random random(6);
  const PlantedClasses data = plant_classes(300, 6, 3, 8, random);
  std::vector<Index> codes;  // chunklets of about five rows of one class
  std::vector<Index> seen(3, 0);
  for (const Index label : data.label)
    codes.push_back(label * 1000 + seen[static_cast<std::size_t>(label)]++ / 5);
  const Chunklets chunklets(codes);
  const Statistics statistics = gather_for(data.rows, chunklets);
  const EldaOptions options{.ridge = 0.01};
  const Pool pool(2);
  Progress silent;
  const std::optional<double> edge = reassigned_edge(
      statistics, options, MemoryRows<double>(data.rows), chunklets, {pool, silent});
  EXPECT_EQ(learn_elda(statistics, options, edge).map.outputs(), 2);
}

}  // namespace
}  // namespace germane
