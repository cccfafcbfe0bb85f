#include "germane/stats/moments.h"

#include "every_statistic.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using testing::expect_near;
using testing::random_rows;

Moments of(const RowMatrix<double>& rows, bool with_scatter = true) {
  return moments_of(rows, Vector::Ones(rows.rows()), with_scatter);
}

TEST(Moments, OfThreePoints) {
  RowMatrix<double> rows(3, 2);
  rows << 1, 0, 2, 0, 6, 3;
  // mean (3, 1); centred (-2,-1) (-1,-1) (3,2): scatter 4+1+9 = 14, 2+1+6 = 9, 1+1+4 = 6
  const Moments moments = of(rows);
  EXPECT_EQ(moments.mean, (Vector(2) << 3, 1).finished());
  EXPECT_TRUE(moments.scatter.isApprox((Matrix(2, 2) << 14, 9, 9, 6).finished(), 1e-15));
  EXPECT_TRUE(moments.spread.isApprox((Vector(2) << 14, 6).finished(), 1e-15));
  EXPECT_EQ(moments.weight, 3);
}

TEST(Moments, MergeOfPartsEqualsWhole) {
  Random random(1);
  for (int seed = 0; seed < 20; ++seed) {
    const Index n = 2 + random.below(50), d = 1 + random.below(6), cut = 1 + random.below(n - 1);
    const RowMatrix<double> rows = random_rows(n, d, random, 1e3);
    const Moments whole = of(rows);
    Moments parts = of(rows.topRows(cut));
    parts.merge(of(rows.bottomRows(n - cut)));
    expect_near(parts.mean, whole.mean, 1e-14);
    expect_near(parts.scatter, whole.scatter, 1e-12);
    expect_near(parts.spread, whole.spread, 1e-12);
    Moments other_way = of(rows.bottomRows(n - cut));
    other_way.merge(of(rows.topRows(cut)));
    expect_near(other_way.scatter, parts.scatter, 1e-12);
  }
}

TEST(Moments, EmptyIsNeutral) {
  Random random(2);
  const Moments whole = of(random_rows(9, 3, random));
  Moments left(3, true);
  left.merge(whole);
  EXPECT_EQ(left.scatter, whole.scatter);
  Moments right = whole;
  right.merge(Moments(3, true));
  EXPECT_EQ(right.scatter, whole.scatter);
  EXPECT_EQ(right.rows, 9);
}

TEST(Moments, WeightTwoIsTheRowTwice) {
  Random random(3);
  const RowMatrix<double> rows = random_rows(5, 2, random);
  RowMatrix<double> twice(6, 2);
  twice << rows, rows.row(4);
  Vector weights = Vector::Ones(5);
  weights[4] = 2;
  expect_near(moments_of(rows, weights, true).scatter, of(twice).scatter, 1e-14);
}

TEST(Moments, SurviveALargeMean) {
  Random random(4);
  RowMatrix<double> rows = random_rows(100, 2, random);
  const Matrix near_zero = of(rows).scatter;
  rows.array() += 1e6;
  EXPECT_LT((of(rows).scatter - near_zero).norm() / near_zero.norm(), 1e-8);
}

TEST(Moments, ScaledEqualsMomentsOfScaledRows) {
  Random random(5);
  RowMatrix<double> rows = random_rows(30, 3, random);
  const Vector scale = (Vector(3) << 2, 0.1, 1e3).finished();
  const Moments scaled = of(rows).scaled(scale);
  rows = rows * scale.cwiseInverse().asDiagonal();
  expect_near(scaled.scatter, of(rows).scatter, 1e-13);
  expect_near(scaled.mean, of(rows).mean, 1e-13);
}

TEST(Moments, DeviationOfAConstantColumnIsOne) {
  RowMatrix<double> rows(2, 2);
  rows << 1, 7, 3, 7;
  EXPECT_EQ(of(rows).standard_deviations(), (Vector(2) << 1, 1).finished());
}

}  // namespace
}  // namespace germane
