#include "germane/reproduce/mate_precision.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

// Products (rows: left, columns: right): 1 2 / 0 -3. There: mates 1 and -3 have ranks 2 and 1;
// back, by columns, 1 and 1. So (1/2 + 1)/2 = 3/4 there and 1 back.
TEST(MatePrecision, IsTheMeanOfOneOverTheRankBothWays) {
  RowMatrix<double> left = RowMatrix<double>::Identity(2, 2), right(2, 2);
  right << 1, 0, 2, -3;
  EXPECT_DOUBLE_EQ(mate_precision(left, right), 0.875);
}

TEST(MatePrecision, OfAllAlikeIsTheLastRank) {
  const RowMatrix<double> same = RowMatrix<double>::Ones(5, 3);
  EXPECT_DOUBLE_EQ(mate_precision(same, same), 0.2);
}

// More rows than a block holds, against a plain count.
TEST(MatePrecision, BlocksDoNotShow) {
  Random random(1);
  const Index n = 300;
  RowMatrix<double> left(n, 4), right(n, 4);
  for (Index i = 0; i < left.size(); ++i) {
    left.data()[i] = random.normal();
    right.data()[i] = left.data()[i] + random.normal();
  }
  const RowMatrix<double> products = left * right.transpose();
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double mate = std::abs(products(i, i)) * (1 - 1e-12);
    sum += 1 / static_cast<double>((products.row(i).array().abs() >= mate).count());
    sum += 1 / static_cast<double>((products.col(i).array().abs() >= mate).count());
  }
  EXPECT_NEAR(mate_precision(left, right), sum / (2 * n), 1e-12);
}

}  // namespace
}  // namespace germane
