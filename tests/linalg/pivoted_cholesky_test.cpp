#include "germane/linalg/pivoted_cholesky.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

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

PivotedCholesky first_columns(const Matrix& a, Index most, double tolerance, int threads = 1) {
  const Pool pool(threads);
  Progress silent;
  const auto part = [&](Index column, Index first, Eigen::Ref<Vector> out) {
    out = a.col(column).segment(first, out.size());
  };
  return pivoted_cholesky(a.diagonal(), part, most, tolerance, {pool, silent});
}

TEST(PivotedCholesky, AColumnAtATimeIsTheSameFactor) {
  for (const Index rank : {1, 3, 20, 70}) {
    const Matrix a = random_gram(70, rank, static_cast<int>(rank));
    const PivotedCholesky full = pivoted_cholesky(a, 1e-12);
    for (const Index most : {Index{1}, Index{2}, rank, Index{100}}) {
      const PivotedCholesky found = first_columns(a, most, 1e-12);
      const Index columns = std::min(most, rank);
      ASSERT_EQ(found.factor.cols(), columns);
      EXPECT_EQ(found.whole, most >= rank);
      EXPECT_TRUE(
          std::equal(full.pivots.begin(), full.pivots.begin() + columns, found.pivots.begin()));
      const Matrix first = full.factor.leftCols(columns), expected = first * first.transpose();
      Matrix by_row(70, 70), found_by_row(70, 70);
      const Matrix product = found.factor * found.factor.transpose();
      for (Index i = 0; i < 70; ++i)
        for (Index j = 0; j < 70; ++j) {
          const auto at = [](const PivotedCholesky& of, Index k) {
            return of.pivots[static_cast<std::size_t>(k)];
          };
          by_row(at(full, i), at(full, j)) = expected(i, j);
          found_by_row(at(found, i), at(found, j)) = product(i, j);
        }
      EXPECT_TRUE(found_by_row.isApprox(by_row, 1e-10)) << rank << " " << most;
      EXPECT_EQ(found.factor.topRows(columns)
                    .triangularView<Eigen::StrictlyUpper>()
                    .toDenseMatrix()
                    .cwiseAbs()
                    .maxCoeff(),
                0);
    }
  }
}

TEST(PivotedCholesky, OnlyColumnsThatAreTakenAreAskedFor) {
  const Matrix a = random_gram(3000, 5, 1);
  std::set<Index> asked;
  const auto part = [&](Index column, Index first, Eigen::Ref<Vector> out) {
    asked.insert(column);
    out = a.col(column).segment(first, out.size());
  };
  const Pool pool(1);
  Progress silent;
  const PivotedCholesky found = pivoted_cholesky(a.diagonal(), part, 4, 1e-12, {pool, silent});
  EXPECT_EQ(asked, std::set<Index>(found.pivots.begin(), found.pivots.begin() + 4));
}

TEST(PivotedCholesky, AColumnAtATimeHasTheSameBitsForAnyNumberOfThreads) {
  const Matrix a = random_gram(3000, 8, 2);
  const PivotedCholesky one = first_columns(a, 8, 1e-12), three = first_columns(a, 8, 1e-12, 3);
  EXPECT_EQ(one.pivots, three.pivots);
  EXPECT_EQ(one.factor, three.factor);
}

TEST(PivotedCholesky, AColumnAtATimeOfNothingOrOfNoNumbers) {
  EXPECT_EQ(first_columns(Matrix::Zero(3, 3), 2, 1e-10).factor.cols(), 0);
  EXPECT_TRUE(first_columns(Matrix::Zero(3, 3), 2, 1e-10).whole);
  EXPECT_EQ(first_columns(Matrix(0, 0), 2, 1e-10).factor.cols(), 0);
  EXPECT_LT(first_columns((Matrix(2, 2) << 1, 2, 2, 1).finished(), 1, 0).least_left, -1);
  Matrix a = Matrix::Identity(3, 3);
  a(2, 0) = a(0, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(first_columns(a, 2, 0), NumericalError);
  a(1, 1) = a(2, 0);
  EXPECT_THROW(first_columns(a, 2, 0), NumericalError);
}

}  // namespace
}  // namespace germane
