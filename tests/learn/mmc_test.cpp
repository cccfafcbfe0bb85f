#include "germane/learn/mmc.h"

#include "germane/learn/mmc_pairs.h"
#include "learning.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

struct AllPairs {
  explicit AllPairs(const Chunklets& classes) {
    for (Index i = 0; i < classes.rows(); ++i)
      for (Index j = i + 1; j < classes.rows(); ++j)
        (classes.of(i) == classes.of(j) ? same : different).push_back({i, j});
  }
  std::vector<Link> same, different;
};

Learned<LinearMap> learn(const RowMatrix<double>& rows, const AllPairs& pairs,
                         const MmcOptions& options) {
  const Pool pool(2);
  Progress progress;
  return learn_mmc(rows, pairs.same, pairs.different, options, {pool, progress});
}

// log of the summed distances over different pairs, when the summed squared distances over same
// pairs are the given number: recomputed pair by pair.
double objective(const LinearMap& map, const RowMatrix<double>& rows, const AllPairs& pairs,
                 double same_sum) {
  const RowMatrix<double> mapped = map.apply(rows);
  double same = 0, different = 0;
  for (const Link& p : pairs.same) same += (mapped.row(p.a) - mapped.row(p.b)).squaredNorm();
  for (const Link& p : pairs.different) different += (mapped.row(p.a) - mapped.row(p.b)).norm();
  return std::log(different) + 0.5 * std::log(same_sum / same);
}

// The well-known implementation stops at 7.411704 and, diagonal, at 7.0627.
TEST(Mmc, OnIrisReachesTheOptimum) {
  const LabelledData iris = bundled("iris");
  const AllPairs pairs(iris.classes);
  const Learned<LinearMap> full = learn(iris.rows, pairs, {});
  EXPECT_GE(objective(full.map, iris.rows, pairs, 4.509348222), 7.4138714);
  const Learned<LinearMap> diagonal = learn(iris.rows, pairs, {.shape = "diagonal"});
  EXPECT_GE(objective(diagonal.map, iris.rows, pairs, 4.509348222), 7.07140);
  EXPECT_TRUE(diagonal.map.mahalanobis().isDiagonal(1e-12));
  EXPECT_GT(objective(full.map, iris.rows, pairs, 1), objective(diagonal.map, iris.rows, pairs, 1));
}

TEST(Mmc, TheConstraintHoldsWithEquality) {
  const LabelledData iris = bundled("iris");
  const AllPairs pairs(iris.classes);
  const RowMatrix<double> mapped = learn(iris.rows, pairs, {}).map.apply(iris.rows);
  double different = 0;
  for (const Link& p : pairs.different) different += (mapped.row(p.a) - mapped.row(p.b)).norm();
  EXPECT_NEAR(different, 1, 1e-9);
}

// No random metric with the same sum over same pairs does better.
TEST(Mmc, NoOtherMetricIsBetter) {
  Random random(1);
  const PlantedClasses data = plant_classes(40, 3, 3, 4, random);
  const AllPairs pairs{Chunklets(data.label)};
  const double best =
      objective(learn(data.rows, pairs, {.tolerance = 1e-9}).map, data.rows, pairs, 1);
  LinearMap other;
  other.center = Vector::Zero(3);
  for (int draw = 0; draw < 300; ++draw) {
    other.map = Matrix(3, 3);
    for (double& value : other.map.reshaped()) value = random.normal();
    EXPECT_LE(objective(other, data.rows, pairs, 1), best + 1e-9);
  }
}

TEST(Mmc, UnitsOfColumnsPlayNoPart) {
  Random random(2);
  const PlantedClasses data = plant_classes(60, 3, 3, 4, random);
  const AllPairs pairs{Chunklets(data.label)};
  const RowMatrix<double> scaled =
      data.rows * Vector((Vector(3) << 1e4, 1, 1e-3).finished()).asDiagonal();
  const MmcOptions options{.tolerance = 1e-9};
  EXPECT_NEAR(objective(learn(data.rows, pairs, options).map, data.rows, pairs, 1),
              objective(learn(scaled, pairs, options).map, scaled, pairs, 1), 1e-8);
}

TEST(Mmc, SameBitsForAnyNumberOfThreads) {
  const LabelledData iris = bundled("iris");
  const AllPairs pairs(iris.classes);
  Progress progress;
  const Pool one(1), three(3);
  EXPECT_EQ(learn_mmc(iris.rows, pairs.same, pairs.different, {}, {one, progress}).map.map,
            learn_mmc(iris.rows, pairs.same, pairs.different, {}, {three, progress}).map.map);
}

TEST(Mmc, DirectionsInWhichSamePairsNeverDifferStayFinite) {
  RowMatrix<double> rows(4, 3);
  rows << 0, 0, 1, 1, 0, 1, 5, 7, 1, 6, 7, 1;
  for (const char* shape : {"full", "diagonal"}) {
    const Pool pool(1);
    Progress progress;
    const Learned<LinearMap> learned =
        learn_mmc(rows, {{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}, {.shape = shape}, {pool, progress});
    EXPECT_TRUE(learned.map.map.allFinite()) << shape;
    EXPECT_FALSE(learned.summary.notes.empty()) << shape;
  }
}

// Without cannot-links all pairs that are not known alike count; too many are drawn.
TEST(MmcPairs, AreThoseInsideAndBetweenChunklets) {
  const LabelledData iris = bundled("iris");
  const MemoryRows<double> source(iris.rows);
  Summary summary;
  const MmcPairs all = mmc_pairs(source, iris.classes, {}, 1000000, 0, summary);
  EXPECT_EQ(all.same.size(), 3675u);
  EXPECT_EQ(all.different.size(), 7500u);
  EXPECT_EQ(all.rows, iris.rows);

  const MmcPairs drawn = mmc_pairs(source, iris.classes, {}, 1000, 0, summary);
  EXPECT_EQ(drawn.same.size(), 1000u);
  EXPECT_EQ(drawn.different.size(), 1000u);
  for (const Link& pair : drawn.same) {
    EXPECT_NE(pair.a, pair.b);
    EXPECT_LT(pair.a, drawn.rows.rows());
  }
  EXPECT_EQ(summary.notes.size(), 3u);

  const MmcPairs given =
      mmc_pairs(source, Chunklets(std::vector<Index>(150, -1)), {{3, 140}}, 10, 0, summary);
  EXPECT_TRUE(given.same.empty());
  ASSERT_EQ(given.different.size(), 1u);
  EXPECT_EQ(given.rows.rows(), 2);
  EXPECT_EQ(given.rows.row(given.different[0].b), iris.rows.row(140));
}

TEST(Mmc, RefusesByName) {
  const Pool pool(1);
  Progress progress;
  const Execution execution{pool, progress};
  const RowMatrix<double> rows = RowMatrix<double>::Constant(4, 2, 3);
  EXPECT_EQ(refusal([&] {
              learn_mmc(rows, {}, {{0, 1}}, {}, execution);
            }),
            "learn mmc: no pair is known to be the same; it needs both kinds");
  EXPECT_EQ(refusal([&] {
              learn_mmc(rows, {{0, 1}}, {}, {}, execution);
            }),
            "learn mmc: no pair is known or taken to be different; it needs both kinds");
  EXPECT_EQ(
      refusal<NumericalError>([&] {
        learn_mmc(rows, {{0, 1}}, {{2, 3}}, {}, execution);
      }),
      "learn mmc: the rows of every same pair are identical; there is no spread to hold down");
}

}  // namespace
}  // namespace germane
