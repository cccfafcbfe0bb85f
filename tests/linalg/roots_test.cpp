#include "germane/linalg/roots.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <limits>

namespace germane {
namespace {

// A positive semidefinite matrix of the given rank, eigenvalues between 1 and `spread`.
Matrix random_psd(Index d, Index rank, double spread, Random& random) {
  Matrix a(d, rank);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = random.normal();
  const Matrix basis = symmetric_eigen(a * a.transpose()).vectors.leftCols(rank);
  Vector values(rank);
  for (Index i = 0; i < rank; ++i)
    values[i] =
        std::pow(spread, rank == 1 ? 0 : static_cast<double>(i) / static_cast<double>(rank - 1));
  return basis * values.asDiagonal() * basis.transpose();
}

TEST(InverseRoot, OfADiagonal) {
  const Matrix a = (Matrix(2, 2) << 4, 0, 0, 0.25).finished();
  const Matrix root = inverse_root(spectrum(a, 1e-12));
  EXPECT_TRUE(root.isApprox((Matrix(2, 2) << 0.5, 0, 0, 2).finished(), 1e-15));
}

TEST(InverseRoot, IsSymmetricAndWhitens) {
  Random random(5);
  for (int seed = 0; seed < 20; ++seed) {
    const Index d = 1 + random.below(20);
    const double spread = 1e6;
    const Matrix a = random_psd(d, d, spread, random);
    const Spectrum s = spectrum(a, rank_tolerance(100, d, false));
    EXPECT_EQ(s.rank, d);
    EXPECT_TRUE(s.full_rank());
    EXPECT_NEAR(s.condition / (d > 1 ? spread : 1), 1, 1e-6);
    const Matrix root = inverse_root(s);
    EXPECT_EQ(root, Matrix(root.transpose()));
    const double tolerance = 100 * spread * std::numeric_limits<double>::epsilon();
    EXPECT_LT((root * a * root - Matrix::Identity(d, d)).norm(),
              tolerance * static_cast<double>(d));
    const Matrix white = whitener(s);
    EXPECT_LT((white * a * white.transpose() - Matrix::Identity(d, d)).norm(),
              tolerance * static_cast<double>(d));
  }
}

TEST(Spectrum, FindsTheRankOfASingularMatrix) {
  Random random(6);
  for (Index rank = 1; rank < 8; ++rank) {
    const Matrix a = random_psd(8, rank, 100, random);
    const Spectrum s = spectrum(a, rank_tolerance(1000, 8, false));
    EXPECT_EQ(s.rank, rank);
    EXPECT_FALSE(s.full_rank());
    EXPECT_EQ(whitener(s).rows(), rank);
    // Pseudo-inverse: A^(-1/2) A A^(-1/2) is the projection on the range.
    const Matrix projection = inverse_root(s) * a * inverse_root(s);
    EXPECT_NEAR(projection.trace(), static_cast<double>(rank), 1e-9);
  }
}

TEST(Spectrum, OfZerosHasRankZero) {
  const Spectrum s = spectrum(Matrix::Zero(4, 4), 1e-12);
  EXPECT_EQ(s.rank, 0);
  EXPECT_EQ(inverse_root(s), Matrix::Zero(4, 4));
}

TEST(RankTolerance, StaysSmallHoweverManyRows) {
  EXPECT_LT(rank_tolerance(100'000'000, 64, false), 1e-10);
  EXPECT_LT(rank_tolerance(100'000'000, 64, true), 1e-6);
  EXPECT_GT(rank_tolerance(10, 100, true), std::numeric_limits<float>::epsilon());
}

}  // namespace
}  // namespace germane
