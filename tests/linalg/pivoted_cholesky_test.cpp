#include "germane/linalg/pivoted_cholesky.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace germane {
namespace {

Matrix random_gram(Index n, Index rank, int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  Matrix rows(n, rank);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  return rows * rows.transpose();
}

Matrix reordered(const Matrix& a, const std::vector<Index>& order) {
  Matrix result(a.rows(), a.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j)
      result(i, j) = a(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  return result;
}

TEST(PivotedCholesky, GivesBackTheMatrixAndItsRank) {
  for (const Index rank : {1, 3, 20, 70}) {
    const Matrix a = random_gram(70, rank, static_cast<int>(rank));
    const PivotedCholesky found = pivoted_cholesky(a, 1e-12);
    EXPECT_EQ(found.factor.cols(), rank);
    EXPECT_TRUE(
        (found.factor * found.factor.transpose()).isApprox(reordered(a, found.pivots), 1e-12))
        << rank;
    EXPECT_GT(found.least_left, -1e-10);
    std::vector<Index> order = found.pivots;
    std::sort(order.begin(), order.end());
    for (Index i = 0; i < 70; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
  }
}

TEST(PivotedCholesky, TakesTheRowWithMostLeftFirst) {
  const Matrix a = (Vector(4) << 2, 5, 1, 3).finished().asDiagonal();
  EXPECT_EQ(pivoted_cholesky(a, 0).pivots, (std::vector<Index>{1, 3, 0, 2}));
  EXPECT_EQ(pivoted_cholesky(a, 0.5).factor.cols(), 2) << "1 and 2 are at most half of 5";
}

TEST(PivotedCholesky, ShowsWhatIsIndefinite) {
  EXPECT_NEAR(pivoted_cholesky((Matrix(2, 2) << 1, 2, 2, 1).finished(), 0).least_left, -3, 1e-12);
  EXPECT_EQ(pivoted_cholesky((Matrix(2, 2) << -1, 0, 0, -2).finished(), 0).least_left, -2);
}

TEST(PivotedCholesky, OfNothingIsNothing) {
  EXPECT_EQ(pivoted_cholesky(Matrix::Zero(3, 3), 1e-10).factor.cols(), 0);
  EXPECT_EQ(pivoted_cholesky(Matrix(0, 0), 1e-10).factor.cols(), 0);
  EXPECT_THROW(pivoted_cholesky(Matrix::Constant(2, 2, std::numeric_limits<double>::infinity()), 0),
               NumericalError);
}

}  // namespace
}  // namespace germane
