#include "germane/learn/kernel_rca.h"

#include "learning.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

Statistics planted_statistics() {
  Random random(3);
  const PlantedClasses data = plant_classes(200, 4, 3, 4, random);
  return gather_for(data.rows, Chunklets(data.label));
}

TEST(KernelRca, WithoutARidgeIsRca) {
  const Statistics statistics = planted_statistics();
  EXPECT_EQ(learn_kernel_rca(statistics, {.ridge = 0.0}).map.map,
            learn_rca(statistics, {.within = {.shrinkage = 0.0}}).map.map);
}

// Whitens C + rho mean(diag C) I.
TEST(KernelRca, TheRidgeIsTowardsTheIdentity) {
  const Statistics statistics = planted_statistics();
  const Matrix map = learn_kernel_rca(statistics, {.ridge = 0.5}).map.map;
  Matrix c = statistics.chunklets.within / statistics.chunklets.weight();
  c += 0.5 * c.diagonal().mean() * Matrix::Identity(4, 4);
  EXPECT_TRUE((map * c * map.transpose()).isApprox(Matrix::Identity(4, 4), 1e-10));
}

TEST(KernelRca, IsFiniteWhereFewPairsLeaveMostDirectionsOut) {
  Random random(3);
  RowMatrix<double> rows(8, 30);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  const Statistics statistics = gather_for(rows, Chunklets({0, 0, 1, 1, 2, 2, 3, 3}));
  EXPECT_TRUE(learn_kernel_rca(statistics).map.map.allFinite());
  EXPECT_TRUE(learn_kernel_rca(statistics, {.ridge = 0.0}).map.map.allFinite());
}

}  // namespace
}  // namespace germane
