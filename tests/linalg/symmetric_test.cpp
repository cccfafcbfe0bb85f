#include "germane/linalg/symmetric.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <limits>

namespace germane {
namespace {

Matrix random_symmetric(Index d, Random& random) {
  Matrix a(d, d);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = random.normal();
  return a + a.transpose();
}

TEST(SymmetricEigen, OfATwoByTwo) {
  const Matrix a = (Matrix(2, 2) << 2, 1, 1, 2).finished();  // values 3 and 1
  const Eigenpairs pairs = symmetric_eigen(a);
  EXPECT_NEAR(pairs.values[0], 3, 1e-15);
  EXPECT_NEAR(pairs.values[1], 1, 1e-15);
  EXPECT_NEAR(pairs.vectors(0, 0), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(pairs.vectors(1, 0), std::sqrt(0.5), 1e-15);
}

TEST(SymmetricEigen, ResidualAndOrthogonality) {
  Random random(3);
  for (int seed = 0; seed < 20; ++seed) {
    const Index d = 1 + random.below(40);
    const Matrix a = random_symmetric(d, random);
    const Eigenpairs pairs = symmetric_eigen(a);
    const double scale = a.norm() * 1e-13;
    EXPECT_LT((a * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).norm(), scale);
    EXPECT_LT((pairs.vectors.transpose() * pairs.vectors - Matrix::Identity(d, d)).norm(), 1e-12);
    for (Index i = 1; i < d; ++i) EXPECT_GE(pairs.values[i - 1], pairs.values[i]);
    EXPECT_LT((symmetric_eigenvalues(a) - pairs.values).norm(), scale);
  }
}

TEST(SymmetricEigen, ReadsTheLowerTriangleOnly) {
  Random random(4);
  Matrix a = random_symmetric(6, random);
  const Vector values = symmetric_eigen(a).values;
  a.triangularView<Eigen::StrictlyUpper>().setConstant(7);
  EXPECT_EQ(symmetric_eigen(a).values, values);
}

TEST(EigenSeconds, AreMinutesForTensOfThousandsOfColumns) {
  EXPECT_GT(eigen_seconds(40'000), 60);
  EXPECT_LT(eigen_seconds(10), 1);
}

TEST(FixSigns, MakesTheLargestEntryPositive) {
  Matrix vectors = (Matrix(3, 2) << 1, 2, -3, 0.5, 2, -2).finished();
  fix_signs(vectors);
  // Column 0: -3 is the largest, so it turns. Column 1: 2 and -2 tie, the first decides.
  EXPECT_EQ(vectors, (Matrix(3, 2) << -1, 2, 3, 0.5, -2, -2).finished());
}

TEST(SymmetricEigen, RefusesWhatIsNotFinite) {
  Matrix a = Matrix::Identity(3, 3);
  a(2, 1) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(symmetric_eigen(a), NumericalError);
}

TEST(LeadingEigen, AreTheFirstOfAll) {
  Random random(5);
  const Matrix a = random_symmetric(30, random);
  const Eigenpairs all = symmetric_eigen(a);
  for (const Index count : {0, 1, 7, 20, 30, 99}) {
    const Eigenpairs some = leading_eigen(a, count);
    const Index found = std::min<Index>(count, 30);
    ASSERT_EQ(some.vectors.cols(), found);
    EXPECT_LT((some.values - all.values.head(found)).norm(), 1e-12);
    EXPECT_LT((some.vectors - all.vectors.leftCols(found)).norm(), 1e-9);
  }
}

TEST(InversePositiveDefinite, TimesTheMatrixIsTheIdentity) {
  Random random(6);
  Matrix a = random_symmetric(25, random);
  a = (a * a.transpose()).eval();
  a.diagonal().array() += 0.1;
  const Matrix inverse = inverse_positive_definite(a);
  EXPECT_LT((inverse * a - Matrix::Identity(25, 25)).norm(), 1e-8);
  EXPECT_EQ(inverse, inverse.transpose());
  a.diagonal().array() -= 1e3;
  EXPECT_THROW(inverse_positive_definite(a), NumericalError);
}

}  // namespace
}  // namespace germane
