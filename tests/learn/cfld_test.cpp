#include "germane/learn/cfld.h"

#include "germane/learn/rca.h"
#include "learning.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

TEST(Cfld, IsRcaWithAsManyDimensions) {
  const LabelledData wine = bundled("wine");
  const Statistics statistics = gather_for(wine.rows, wine.classes);
  const LinearMap cfld = learn_cfld(statistics, {.dimensions = std::int64_t{2}}).map;
  const LinearMap rca =
      learn_rca(statistics, {.within = {.shrinkage = 0.0}, .dimensions = std::int64_t{2}}).map;
  EXPECT_EQ(cfld.map, rca.map);
  EXPECT_LT((within_after(statistics, cfld.map) - Matrix::Identity(2, 2)).norm(), 1e-10);
}

TEST(Cfld, KeepsThePlantedDirectionsOnly) {
  Random random(1);
  const PlantedClasses data = plant_classes(900, 7, 3, 10, random);
  EXPECT_EQ(learn_cfld(gather_for(data.rows, Chunklets(data.label))).map.outputs(), 2);
}

TEST(Cfld, AllDimensionsGiveTheDistancesOfRca) {
  Random random(2);
  const PlantedClasses data = plant_classes(200, 4, 3, 5, random);
  const Statistics statistics = gather_for(data.rows, Chunklets(data.label));
  const Matrix all = learn_cfld(statistics, {.dimensions = "all"}).map.mahalanobis();
  const Matrix rca = learn_rca(statistics, {.within = {.shrinkage = 0.0}}).map.mahalanobis();
  EXPECT_LT((all - rca).norm(), 1e-9 * rca.norm());
}

// 300 columns, 12 pairs: PCA first, to alpha times the rank of the chunklets.
TEST(Cfld, MoreColumnsThanTheChunkletsFill) {
  Random random(3);
  RowMatrix<double> rows(60, 300);
  for (double& value : rows.reshaped()) value = random.normal();
  std::vector<Index> codes(60, -1);
  for (std::size_t i = 0; i < 24; ++i) codes[i] = static_cast<Index>(i / 2);
  const Learned<LinearMap> learned = learn_cfld(gather_for(rows, Chunklets(codes)));
  EXPECT_TRUE(learned.map.map.allFinite());
  EXPECT_LE(learned.map.outputs(), 6);
  bool said = false;
  for (const auto& [key, value] : learned.summary.facts) said = said || key == "pca_dimensions";
  EXPECT_TRUE(said);
}

TEST(Cfld, RefusesByName) {
  const LabelledData iris = bundled("iris");
  EXPECT_EQ(refusal([&] {
              learn_cfld(gather_for(iris.rows, iris.classes), {.dimensions = std::int64_t{5}});
            }),
            "learn cfld: dimensions = 5: must be at most 4, the number of columns");
}

}  // namespace
}  // namespace germane
