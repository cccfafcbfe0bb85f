#include "germane/linalg/generalized.h"

#include "germane/base/random.h"
#include "germane/linalg/roots.h"

#include "random_matrix.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

Matrix symmetric(Index d, Random& random) {
  const Matrix m = random_matrix(d, d, random);
  return m + m.transpose();
}

// What makes the pairs a solution: A w = value N w inside the range of N, and w' N w = 1.
void expect_solution(const Matrix& a, const Matrix& n, const GeneralizedPairs& pairs) {
  const Index rank = pairs.rank;
  ASSERT_EQ(pairs.values.size(), rank);
  ASSERT_EQ(pairs.vectors.cols(), rank);
  const Matrix& w = pairs.vectors;
  EXPECT_LE((w.transpose() * n * w - Matrix::Identity(rank, rank)).norm(), 1e-8);
  EXPECT_LE((w.transpose() * a * w - Matrix(pairs.values.asDiagonal())).norm(),
            1e-8 * (1 + pairs.values.norm()));
  for (Index i = 1; i < rank; ++i) EXPECT_GE(pairs.values[i - 1], pairs.values[i]);
}

TEST(Generalized, SolvesAFullRankProblem) {
  Random random(1);
  for (const Index d : {1, 2, 7, 40}) {
    const Matrix a = symmetric(d, random);
    const Matrix root = random_matrix(3 * d, d, random);
    const Matrix n = root.transpose() * root;
    const GeneralizedPairs pairs = generalized_eigen(a, n, rank_tolerance(3 * d, d, false));
    EXPECT_EQ(pairs.rank, d);
    expect_solution(a, n, pairs);
    const Matrix residual = a * pairs.vectors - n * pairs.vectors * pairs.values.asDiagonal();
    EXPECT_LE(residual.norm(), 1e-8 * a.norm());
  }
}

TEST(Generalized, StaysInTheRangeOfASingularOne) {
  Random random(2);
  const Index d = 12, rank = 5;
  const Matrix root = random_matrix(rank, d, random);
  const Matrix n = root.transpose() * root;
  const Matrix a = symmetric(d, random);
  const GeneralizedPairs pairs = generalized_eigen(a, n, rank_tolerance(20, d, false));
  EXPECT_EQ(pairs.rank, rank);
  expect_solution(a, n, pairs);
}

TEST(Generalized, ColumnsWithoutSpreadGetNoWeight) {
  Random random(3);
  const Matrix root = random_matrix(30, 6, random);
  Matrix n = root.transpose() * root;
  n.row(2).setZero();
  n.col(2).setZero();
  const GeneralizedPairs pairs = generalized_eigen(symmetric(6, random), n, 1e-12);
  EXPECT_EQ(pairs.rank, 5);
  EXPECT_EQ(pairs.vectors.row(2).norm(), 0);
}

TEST(Generalized, UnitsOfColumnsChangeNothing) {
  Random random(4);
  const Matrix root = random_matrix(50, 5, random);
  const Matrix n = root.transpose() * root, a = symmetric(5, random);
  Vector units(5);
  units << 1e-9, 1, 1e7, 3, 1e-3;
  const GeneralizedPairs plain = generalized_eigen(a, n, 1e-13);
  const GeneralizedPairs scaled =
      generalized_eigen(units.asDiagonal() * a * units.asDiagonal(),
                        units.asDiagonal() * n * units.asDiagonal(), 1e-13);
  EXPECT_EQ(scaled.rank, 5);
  EXPECT_LE((plain.values - scaled.values).norm(), 1e-9 * plain.values.norm());
  const Matrix back = units.asDiagonal() * scaled.vectors;
  for (Index j = 0; j < 5; ++j)
    EXPECT_LE(std::min((back.col(j) - plain.vectors.col(j)).norm(),
                       (back.col(j) + plain.vectors.col(j)).norm()),
              1e-8 * plain.vectors.col(j).norm());
}

TEST(Generalized, TheLargestAloneIsTheFirstOfAll) {
  Random random(5);
  const Matrix root = random_matrix(4, 9, random);
  for (const Matrix& n : {Matrix(root.transpose() * root),
                          Matrix(root.transpose() * root + Matrix::Identity(9, 9))}) {
    const GeneralizedLargest largest(n, 1e-12);
    for (int i = 0; i < 3; ++i) {
      const Matrix a = symmetric(9, random);
      EXPECT_NEAR(largest.of(a), generalized_eigen(a, n, 1e-12).values[0], 1e-8);
    }
  }
}

TEST(Generalized, OfNothingIsNothing) {
  EXPECT_EQ(generalized_eigen(Matrix(0, 0), Matrix(0, 0), 1e-12).rank, 0);
  EXPECT_EQ(generalized_eigen(Matrix::Zero(3, 3), Matrix::Zero(3, 3), 1e-12).rank, 0);
}

}  // namespace
}  // namespace germane
