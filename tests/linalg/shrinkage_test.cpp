#include "germane/linalg/shrinkage.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

TEST(ShrinkToDiagonal, MixesAsDefined) {
  const Matrix c = (Matrix(2, 2) << 4, 1, 1, 9).finished();
  const Matrix half = shrink_to_diagonal(c, 0.5);
  EXPECT_EQ(half, (Matrix(2, 2) << 4, 0.5, 0.5, 9).finished());
  EXPECT_EQ(shrink_to_diagonal(c, 0), c);
  EXPECT_EQ(shrink_to_diagonal(c, 1), Matrix(c.diagonal().asDiagonal()));
}

TEST(OasWeight, OfATwoByTwo) {
  // r = 0.5: off = 0.5, d = 2, n = 9: ((1 - 1)(2.5) + 4) / ((9 + 1 - 1) 0.5) = 4 / 4.5
  const Matrix c = (Matrix(2, 2) << 1, 0.5, 0.5, 1).finished();
  EXPECT_NEAR(oas_weight(c, 9), 4 / 4.5, 1e-15);
}

TEST(Weights, DoNotDependOnUnitsOrOnColumnsWithoutSpread) {
  Random random(7);
  Matrix a(5, 5);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = random.normal();
  const Matrix c = a * a.transpose();
  const Vector units = (Vector(5) << 1e-6, 1, 1e3, 7, 0.1).finished();
  const Matrix scaled = units.asDiagonal() * c * units.asDiagonal();
  EXPECT_NEAR(oas_weight(scaled, 30), oas_weight(c, 30), 1e-12);
  EXPECT_NEAR(ledoit_wolf_weight(scaled, 30, 900), ledoit_wolf_weight(c, 30, 900), 1e-12);
  Matrix padded = Matrix::Zero(6, 6);
  padded.topLeftCorner(5, 5) = c;
  EXPECT_NEAR(oas_weight(padded, 30), oas_weight(c, 30), 1e-15);
}

TEST(Weights, StayBetweenZeroAndOne) {
  const Matrix c = (Matrix(2, 2) << 1, 0.9, 0.9, 1).finished();
  for (double n : {1.0, 2.0, 10.0, 1e9}) {
    EXPECT_GE(oas_weight(c, n), 0);
    EXPECT_LE(oas_weight(c, n), 1);
    for (double products : {0.0, 1.0, 1e12}) {
      EXPECT_GE(ledoit_wolf_weight(c, n, products), 0);
      EXPECT_LE(ledoit_wolf_weight(c, n, products), 1);
    }
  }
  EXPECT_EQ(oas_weight(Matrix::Identity(3, 3), 10), 1) << "nothing but the diagonal to estimate";
  EXPECT_EQ(oas_weight(Matrix::Identity(1, 1), 10), 0) << "one column is its own diagonal";
}

TEST(OasWeight, VanishesWithManySamples) {
  const Matrix c = (Matrix(2, 2) << 1, 0.5, 0.5, 1).finished();
  EXPECT_LT(oas_weight(c, 1e8), 1e-6);
}

// Of the covariance diag(3, 2, 1) of 20 rows: trace 6, trace of the square 14.
TEST(OasIdentityWeight, AgreesWithTheFormula) {
  const double found = oas_identity_weight(6, 14, 3, 20);
  const double exact = ((1 - 2.0 / 3) * 14 + 36) / ((20 + 1 - 2.0 / 3) * (14 - 12));
  EXPECT_NEAR(found, exact, 1e-15);
  EXPECT_EQ(oas_identity_weight(3, 3, 3, 20), 1);  // the identity already
  EXPECT_EQ(oas_identity_weight(2, 4, 1, 20), 0);
}

}  // namespace
}  // namespace germane
