#include "germane/linalg/qr.h"

#include "../base/message_of.h"
#include "germane/base/random.h"

#include "random_matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace germane {
namespace {

using namespace testing;

// |a1| = 5; q1 = (0.6, 0.8); q1'a2 = 11; what is left of a2 is (0.4, -0.3), of length 0.5.
TEST(ThinQr, OfTwoColumns) {
  Matrix a(2, 2);
  a << 3, 7, 4, 8.5;
  const ThinQr qr = thin_qr(a, Pool(1));
  EXPECT_NEAR(std::abs(qr.r(0, 0)), 5, 1e-14);
  EXPECT_NEAR(std::abs(qr.r(0, 1)), 11, 1e-14);
  EXPECT_NEAR(std::abs(qr.r(1, 1)), 0.5, 1e-14);
  EXPECT_EQ(qr.r(1, 0), 0);
}

TEST(ThinQr, FactorsMakeTheMatrixAgain) {
  Random random(1);
  const Pool pool(2);
  // Below, at and above the height of blocks; three levels of them at the end.
  for (const auto& [n, m] :
       {std::pair<Index, Index>{1, 1}, {7, 7}, {4095, 3}, {4096, 5}, {20001, 40}, {90000, 150}}) {
    const Matrix a = random_matrix(n, m, random);
    const ThinQr qr = thin_qr(a, pool);
    EXPECT_LE((qr.q * qr.r - a).norm(), 1e-13 * a.norm());
    EXPECT_LE((qr.q.transpose() * qr.q - Matrix::Identity(m, m)).norm(),
              1e-13 * static_cast<double>(m));
    EXPECT_EQ(qr.r.triangularView<Eigen::StrictlyLower>().toDenseMatrix().norm(), 0);
  }
  EXPECT_EQ(thin_qr(Matrix(5, 0), pool).q.rows(), 5);
}

TEST(ThinQr, OfDependentColumnsIsOrthonormalStill) {
  Random random(2);
  Matrix a = random_matrix(9000, 1, random) * Matrix::Ones(1, 6);
  a += 1e-14 * random_matrix(9000, 6, random);
  const Matrix q = thin_qr(a, Pool(1)).q;
  EXPECT_LE((q.transpose() * q - Matrix::Identity(6, 6)).norm(), 1e-13);
}

// From right angles to columns that are alike to rounding, through where two steps of Cholesky no
// longer do; and columns whose squares overflow or vanish.
TEST(ThinQr, FactorsTallMatricesHoweverDependentOrLarge) {
  const Pool pool(2);
  for (int digits = 0; digits <= 16; ++digits) {
    Random random(static_cast<std::uint64_t>(digits));
    Matrix a = random_matrix(5000, 1, random) * Matrix::Ones(1, 4);
    a += std::pow(10.0, -digits) * random_matrix(5000, 4, random);
    for (const double unit : {1.0, 1e-170, 1e150}) {
      const ThinQr qr = thin_qr(unit * a, pool);
      EXPECT_LE((qr.q.transpose() * qr.q - Matrix::Identity(4, 4)).norm(), 1e-13) << digits;
      EXPECT_LE((qr.q * (qr.r / unit) - a).norm(), 1e-13 * a.norm()) << digits;
    }
  }
}

TEST(ThinQr, SameBitsForAnyNumberOfThreads) {
  Random random(3);
  const Matrix a = random_matrix(30000, 12, random);
  const ThinQr one = thin_qr(a, Pool(1)), three = thin_qr(a, Pool(3));
  EXPECT_EQ(one.q, three.q);
  EXPECT_EQ(one.r, three.r);
}

TEST(Orthonormal, TurnsNoColumnRound) {
  const Pool pool(1);
  Random random(4);
  Matrix q = thin_qr(random_matrix(50, 5, random), pool).q;
  q.col(1) *= -1;
  Matrix a = q;
  a.col(4) += 0.01 * a.col(0);
  const Matrix mended = orthonormal(a, pool);
  EXPECT_LE((mended - q).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(ThinQr, RefusesWhatIsNotFinite) {
  Matrix a = Matrix::Ones(3, 2);
  a(2, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of<NumericalError>([&] { thin_qr(a, Pool(1)); }),
            "QR factors: the matrix is not finite (the data overflowed; rescale its columns)");
}

}  // namespace
}  // namespace germane
