#include "germane/reproduce/elda_clusters.h"

#include "../base/message_of.h"
#include "germane/base/random.h"
#include "germane/data/planted.h"
#include "germane/data/simulate.h"
#include "running.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

struct Planted {
  explicit Planted(std::uint64_t seed) {
    Random random(seed);
    data = plant_classes(150, 6, 3, 2, random);
    labels = {data.label, {"a", "b", "c"}};
    pairs = simulate_pairs(labels, 0.7, random);
  }
  PlantedClasses data;
  Codes labels;
  std::vector<Link> pairs;
};

TEST(EldaClusters, PairsOfPlantedClassesRaiseTheAccuracy) {
  double before = 0, after = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Planted planted(seed);
    const MemoryRows<double> rows(planted.data.rows);
    const LinearMap map = learn_elda_by_folds(rows, planted.pairs, 3, seed, on_threads(1));
    before += kmeans_accuracy(rows, planted.labels, seed, on_threads(1)) / 5;
    after += kmeans_accuracy(MappedRows(rows, map), planted.labels, seed, on_threads(1)) / 5;
  }
  EXPECT_GT(after, before + 0.05);
}

TEST(EldaClusters, TheOrderOfPairsChangesNothing) {
  const Planted planted(7);
  const MemoryRows<double> rows(planted.data.rows);
  std::vector<Link> turned(planted.pairs.rbegin(), planted.pairs.rend());
  EXPECT_EQ(learn_elda_by_folds(rows, planted.pairs, 3, 1, on_threads(1)).map,
            learn_elda_by_folds(rows, turned, 3, 1, on_threads(1)).map);
}

TEST(EldaClusters, TwoChunkletsAreTheFewestToLearnFrom) {
  const Planted planted(3);
  const MemoryRows<double> rows(planted.data.rows);
  const std::vector<Link> two = {{0, 1}, {2, 3}};
  EXPECT_TRUE(learn_elda_by_folds(rows, two, 3, 1, on_threads(1)).map.allFinite());
  EXPECT_EQ(
      message_of([&] { learn_elda_by_folds(rows, {two[0]}, 3, 1, on_threads(1)); }),
      "learn elda: only one chunklet has two rows or more; directions that separate need two");
}

}  // namespace
}  // namespace germane
