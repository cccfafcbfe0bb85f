#include "germane/learn/rca.h"

#include "germane/linalg/symmetric.h"
#include "learning.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

RcaOptions plain() { return {.within = {.shrinkage = 0.0}}; }

TEST(Rca, OfTwoPairs) {
  RowMatrix<double> rows(4, 2);
  rows << 0, 0, 2, 0, 5, 5, 5, 9;
  // Residuals (-1,0) (1,0) (0,-2) (0,2): C = diag(2, 8) / 4 = diag(0.5, 2); C^(-1/2) = diag(1.414,
  // 0.707)
  const Learned<LinearMap> learned = learn_rca(gather_for(rows, Chunklets({0, 0, 1, 1})), plain());
  EXPECT_TRUE(learned.map.map.isApprox(
      (Matrix(2, 2) << std::sqrt(2), 0, 0, std::sqrt(0.5)).finished(), 1e-14));
  EXPECT_EQ(learned.map.center, (Vector(2) << 3, 3.5).finished());
}

// The value everyone gets: tests/golden/rca.py.
TEST(Rca, OnIrisWithClassesAsChunklets) {
  const LabelledData iris = bundled("iris");
  const Matrix m = learn_rca(gather_for(iris.rows, iris.classes), plain()).map.mahalanobis();
  EXPECT_NEAR(m(0, 0), 11.06481504, 1e-8);
  EXPECT_NEAR(m(1, 1), 14.52436643, 1e-8);
  EXPECT_NEAR(m(2, 2), 15.09102422, 1e-8);
  EXPECT_NEAR(m(3, 3), 37.52283607, 1e-8);
  EXPECT_NEAR(m(0, 1), -5.48691938, 1e-8);
}

TEST(Rca, DocstringExampleOfMetricLearn) {
  // metric-learn's own example: components_ to nine digits.
  RowMatrix<double> rows(8, 2);
  rows << -0.05, 3.0, 0.05, -3.0, 0.1, -3.55, -0.1, 3.55, -0.95, -0.05, 0.95, 0.05, 0.4, 0.05, -0.4,
      -0.05;
  const Matrix map =
      learn_rca(gather_for(rows, Chunklets({0, 0, 1, 1, 2, 2, 3, 3})), plain()).map.map;
  EXPECT_NEAR(map(0, 0), 1.936702623, 1e-8);
  EXPECT_NEAR(map(0, 1), 0.032086285, 1e-8);
  EXPECT_NEAR(map(1, 0), 0.032086285, 1e-8);
  EXPECT_NEAR(map(1, 1), 0.430847426, 1e-8);
}

PlantedClasses planted(int seed, Index d = 5, Index n = 600) {
  Random random(static_cast<std::uint64_t>(seed));
  return plant_classes(n, d, 6, 5, random);
}

TEST(Rca, MapIsSymmetricAndWhitensWithin) {
  for (int seed = 0; seed < 20; ++seed) {
    const PlantedClasses data = planted(seed);
    const Statistics statistics = gather_for(data.rows, Chunklets(data.label));
    const Matrix map = learn_rca(statistics, plain()).map.map;
    EXPECT_EQ(map, Matrix(map.transpose()));
    EXPECT_LT((within_after(statistics, map) - Matrix::Identity(5, 5)).norm(), 1e-10);
  }
}

TEST(Rca, FindsThePlantedCovariance) {
  const PlantedClasses data = planted(1, 4, 40000);
  const Matrix m =
      learn_rca(gather_for(data.rows, Chunklets(data.label)), plain()).map.mahalanobis();
  EXPECT_LT((m * data.covariance - Matrix::Identity(4, 4)).norm(), 0.1);
}

TEST(Rca, DistancesDoNotDependOnUnits) {
  for (int seed = 0; seed < 20; ++seed) {
    const PlantedClasses data = planted(seed);
    Random random(99 + static_cast<std::uint64_t>(seed));
    Matrix change(5, 5);
    for (Index i = 0; i < change.size(); ++i) change.data()[i] = random.normal();
    const Chunklets chunklets(data.label);
    const Matrix before = learn_rca(gather_for(data.rows, chunklets), plain()).map.mahalanobis();
    const Matrix after =
        learn_rca(gather_for(data.rows * change.transpose(), chunklets), plain()).map.mahalanobis();
    EXPECT_LT((change.transpose() * after * change - before).norm() / before.norm(), 1e-8);
  }
}

TEST(Rca, SurvivesColumnsOfVeryDifferentUnits) {
  const PlantedClasses data = planted(2);
  const Vector units = (Vector(5) << 1e-9, 1e-4, 1, 1e4, 1e9).finished();
  const Chunklets chunklets(data.label);
  const Matrix before = learn_rca(gather_for(data.rows, chunklets), plain()).map.mahalanobis();
  const Learned<LinearMap> learned =
      learn_rca(gather_for(data.rows * units.asDiagonal(), chunklets), plain());
  const Matrix after = units.asDiagonal() * learned.map.mahalanobis() * units.asDiagonal();
  EXPECT_LT((after - before).norm() / before.norm(), 1e-8);
  EXPECT_EQ(learned.summary.notes.size(), 1u);
}

// Columns that nearly repeat the first: their correlations too have small eigenvalues, so that no
// change of units hides a rank that is too low.
TEST(Rca, RankOfFloat32DoesNotFallWithTheRows) {
  Random random(3);
  RowMatrix<float> rows(200000, 3);
  for (Index i = 0; i < rows.rows(); ++i) {
    const double first = random.normal();
    rows.row(i) << static_cast<float>(first), static_cast<float>(first + 0.05 * random.normal()),
        static_cast<float>(first + 0.01 * random.normal());
  }
  std::vector<Index> codes;
  for (Index i = 0; i < rows.rows(); ++i) codes.push_back(i / 4);
  const Chunklets chunklets(codes);
  Pool pool(2);
  Progress progress;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  const Statistics statistics =
      gather_statistics(MemoryRows<float>(rows), plan, {pool, progress}).all();
  const Learned<LinearMap> learned = learn_rca(statistics, plain());
  EXPECT_LT((within_after(statistics, learned.map.map) - Matrix::Identity(3, 3)).norm(), 1e-4);
}

TEST(Rca, SolvesItsOptimisationProblem) {
  // B = |C|^(1/d) C^-1 has determinant 1 and no other such B has a smaller within-distance trace(B
  // C).
  const PlantedClasses data = planted(3);
  const Statistics statistics = gather_for(data.rows, Chunklets(data.label));
  const Matrix c = statistics.chunklets.within / statistics.chunklets.weight();
  Matrix b = learn_rca(statistics, plain()).map.mahalanobis();
  const auto unit_determinant = [](const Matrix& m) -> Matrix {
    return m / std::exp(symmetric_eigenvalues(m).array().log().mean());
  };
  b = unit_determinant(b);
  Random random(4);
  for (int other = 0; other < 50; ++other) {
    Matrix noise(5, 5);
    for (Index i = 0; i < noise.size(); ++i) noise.data()[i] = 0.1 * random.normal();
    const Matrix near = unit_determinant((Matrix::Identity(5, 5) + noise) * b *
                                         (Matrix::Identity(5, 5) + noise).transpose());
    EXPECT_GE((near * c).trace(), (b * c).trace() * (1 - 1e-12));
  }
}

TEST(Rca, UnbiasedDividesByRowsLessChunklets) {
  const PlantedClasses data = planted(5);
  std::vector<Index> pairs;
  for (Index i = 0; i < 600; ++i) pairs.push_back(i / 2);
  const Statistics statistics = gather_for(data.rows, Chunklets(pairs));
  RcaOptions unbiased = plain();
  unbiased.within.unbiased = true;
  // p = 600, m = 300: C doubles, the metric halves.
  EXPECT_TRUE(learn_rca(statistics, unbiased)
                  .map.mahalanobis()
                  .isApprox(learn_rca(statistics, plain()).map.mahalanobis() / 2, 1e-12));
}

TEST(Rca, FewerDimensionsIsDiscriminantThenRca) {
  const PlantedClasses data = planted(6);
  const Statistics statistics = gather_for(data.rows, Chunklets(data.label));
  RcaOptions options = plain();
  options.dimensions = std::int64_t{3};
  const Learned<LinearMap> learned = learn_rca(statistics, options);
  const Matrix& map = learned.map.map;
  ASSERT_EQ(map.rows(), 3);
  EXPECT_LT((within_after(statistics, map) - Matrix::Identity(3, 3)).norm(), 1e-10);
  // Residual of the generalised eigenproblem S_t w = ratio C w, for the largest ratios.
  const Moments total = statistics.total();
  const Matrix st = total.scatter / total.weight;
  const Matrix c = statistics.chunklets.within / statistics.chunklets.weight();
  double last = 1e300;
  for (Index k = 0; k < 3; ++k) {
    const Vector w = map.row(k);
    const double ratio = w.dot(st * w);
    EXPECT_LT((st * w - ratio * (c * w)).norm(), 1e-8 * ratio * (c * w).norm() + 1e-8);
    EXPECT_LE(ratio, last);
    last = ratio;
  }
}

TEST(Rca, StaysFiniteWhenColumnsOutnumberChunklets) {
  Random random(7);
  RowMatrix<double> rows(24, 300);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  std::vector<Index> pairs;
  for (Index i = 0; i < 24; ++i) pairs.push_back(i / 2);
  const Statistics statistics = gather_for(rows, Chunklets(pairs));
  const Learned<LinearMap> shrunk = learn_rca(statistics);
  EXPECT_TRUE(shrunk.map.map.allFinite());
  EXPECT_EQ(shrunk.map.outputs(), 300);
  // shrinkage 0: PCA to alpha R first [BarHillelTR03, Alg. 2]; R = 12, alpha = 0.5.
  const Learned<LinearMap> reduced = learn_rca(statistics, plain());
  EXPECT_TRUE(reduced.map.map.allFinite());
  EXPECT_EQ(reduced.map.outputs(), 6);
  EXPECT_LT((within_after(statistics, reduced.map.map) - Matrix::Identity(6, 6)).norm(), 1e-9);
  EXPECT_EQ(reduced.summary.notes.front(),
            "300 columns but rank 12 inside chunklets: reduced to 6 dimensions by PCA first");
}

TEST(Rca, ConstantColumnsGetNoWeight) {
  PlantedClasses data = planted(8);
  data.rows.col(2).setConstant(3.7);
  const Learned<LinearMap> learned =
      learn_rca(gather_for(data.rows, Chunklets(data.label)), plain());
  EXPECT_TRUE(learned.map.map.allFinite());
  EXPECT_LT(learned.map.map.col(2).norm(), 1e-9);
}

TEST(Rca, ColumnsThatNeverVaryInsideAreRefusedOrStoodInFor) {
  PlantedClasses data = planted(9);
  for (Index i = 0; i < 600; ++i)
    data.rows(i, 1) = static_cast<double>(data.label[static_cast<std::size_t>(i)]);
  const Statistics statistics = gather_for(data.rows, Chunklets(data.label));
  EXPECT_EQ(
      refusal<NumericalError>([&] { learn_rca(statistics, plain()); }),
      "learn rca: 1 column (column 1) varies, but never inside a chunklet, so its weight would be "
      "infinite; leave it out with --exclude, or pass --shrinkage oas");
  const Learned<LinearMap> stood_in = learn_rca(statistics, {.within = {.shrinkage = "oas"}});
  EXPECT_TRUE(stood_in.map.map.allFinite());
  EXPECT_EQ(stood_in.summary.notes[0],
            "1 column (column 1) never varies inside a chunklet; its total variance stands in");
  data.rows.col(2) = data.rows.col(1);
  EXPECT_EQ(refusal<NumericalError>(
                [&] { learn_rca(gather_for(data.rows, Chunklets(data.label)), plain()); }),
            "learn rca: 2 columns (column 1, column 2) vary, but never inside a chunklet, so their "
            "weight would be infinite; leave them out with --exclude, or pass --shrinkage oas");
}

TEST(Rca, RefusesByName) {
  const PlantedClasses data = planted(10);
  const Statistics statistics = gather_for(data.rows, Chunklets(data.label));
  EXPECT_EQ(refusal([&] { learn_rca(statistics, {.within = {.shrinkage = 1.7}}); }),
            "shrinkage = 1.7: must be in [0, 1] or one of auto, oas, ledoit-wolf");
  EXPECT_EQ(refusal([&] { learn_rca(statistics, {.dimensions = std::int64_t{6}}); }),
            "learn rca: dimensions = 6: must be at most 5, the number of columns");
  EXPECT_EQ(
      refusal([&] { learn_rca(statistics, {.within = {.shrinkage = "ledoit-wolf"}}); }),
      "learn rca: shrinkage = ledoit-wolf needs the rows, statistics do not hold enough; pass "
      "--shrinkage oas, or learn from the rows");
  const Statistics alone = gather_for(data.rows, Chunklets(std::vector<Index>(600, -1)));
  EXPECT_EQ(refusal([&] { learn_rca(alone); }),
            "learn rca: no chunklet has two rows or more; within-chunklet scatter needs one");
  RowMatrix<double> same = RowMatrix<double>::Ones(4, 2);
  same.bottomRows(2) *= 2;
  EXPECT_EQ(
      refusal<NumericalError>([&] {
        learn_rca(gather_for(same, Chunklets({0, 0, 1, 1})));
      }),
      "learn rca: the rows of every chunklet are identical; there is no spread inside chunklets to "
      "learn from");
}

}  // namespace
}  // namespace germane
