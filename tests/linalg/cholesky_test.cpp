#include "germane/linalg/cholesky.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace germane {
namespace {

// [4 2; 2 2] = L L' with L = [2 0; 1 1]: inv(L) = [1/2 0; -1/2 1], determinant 4.
TEST(InverseCholesky, WorkedExample) {
  const auto found = inverse_cholesky((Matrix(2, 2) << 4, 99, 2, 2).finished());
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->inverse.isApprox((RowMatrix<double>(2, 2) << 0.5, 0, -0.5, 1).finished()));
  EXPECT_NEAR(found->log_determinant, std::log(4.0), 1e-15);
}

TEST(InverseCholesky, WhitensTheMatrix) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index d = 1 + static_cast<Index>(seed);
    Matrix root(d, d + 3);
    for (Index i = 0; i < root.size(); ++i) root.data()[i] = random.normal();
    const Matrix a = root * root.transpose();
    const auto found = inverse_cholesky(a);
    ASSERT_TRUE(found);
    const Matrix white = found->inverse * a * found->inverse.transpose();
    EXPECT_TRUE(white.isIdentity(1e-8)) << seed;
  }
}

TEST(InverseCholesky, SingularIndefiniteAndNotFiniteHaveNone) {
  EXPECT_FALSE(inverse_cholesky(Matrix::Ones(3, 3)));
  EXPECT_FALSE(inverse_cholesky(-Matrix::Identity(2, 2)));
  EXPECT_FALSE(inverse_cholesky(Matrix::Zero(1, 1)));
  EXPECT_FALSE(inverse_cholesky(Matrix::Constant(1, 1, std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace germane
