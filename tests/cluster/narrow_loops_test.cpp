#include "germane/cluster/narrow_loops.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

RowMatrix<double> random_rows(Index rows, Index columns, Random& random) {
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = random.normal();
  return x;
}

ColumnBlock block_of(const RowMatrix<double>& rows) {
  ColumnBlock block;
  block.take(rows.data(), rows.rows(), rows.cols(), rows.cols());
  return block;
}

// Any number of rows and columns, whatever groups they are worked on in.
TEST(NarrowLoops, LengthsAreThoseOfTheProducts) {
  for (Index d = 1; d <= kNarrow; d += d < 10 ? 1 : 9) {
    Random random(static_cast<std::uint64_t>(d));
    const RowMatrix<double> rows = random_rows(3 + 5 * d % 40, d, random);
    const RowMatrix<double> root = random_rows(d, d, random).triangularView<Eigen::Lower>();
    const Vector mean = random_rows(1, d, random).transpose();
    std::vector<double> lengths(100);
    whitened_lengths(block_of(rows), mean.data(), packed_root(root), lengths.data());
    for (Index i = 0; i < rows.rows(); ++i) {
      const double direct = (root * (rows.row(i).transpose() - mean)).squaredNorm();
      EXPECT_NEAR(lengths[static_cast<std::size_t>(i)], direct, 1e-12 * (1 + direct)) << d;
    }
  }
}

TEST(NarrowLoops, ScatterIsTheSumOverRowsThatCount) {
  for (Index d = 1; d <= kNarrow; d += d < 10 ? 1 : 9)
    for (const double share : {0.0, 0.2, 0.7, 1.0}) {  // of rows that count
      Random random(static_cast<std::uint64_t>(d));
      const RowMatrix<double> rows = random_rows(1 + 7 * d % 50, d, random);
      const Vector mean = random_rows(1, d, random).transpose();
      Vector weights(rows.rows());
      Matrix expected = Matrix::Zero(d, d);
      Vector expected_shift = Vector::Ones(d);
      for (Index i = 0; i < rows.rows(); ++i) {
        weights[i] = random.uniform() < share ? 0.1 + random.uniform() : 1e-30;
        if (weights[i] < 1e-20) continue;
        const Vector x = rows.row(i).transpose() - mean;
        expected += weights[i] * x * x.transpose();
        expected_shift += weights[i] * x;
      }
      Matrix scatter = Matrix::Zero(d, d);
      Vector shift = Vector::Ones(d);
      ScatterSpace space;
      weighted_scatter(block_of(rows), mean.data(), weights.data(), 1e-20, space, shift.data(),
                       scatter);
      const Matrix lower = expected.triangularView<Eigen::Lower>();
      EXPECT_LT((scatter - lower).cwiseAbs().maxCoeff(), 1e-11) << d << " " << share;
      EXPECT_LT((shift - expected_shift).cwiseAbs().maxCoeff(), 1e-11) << d << " " << share;
    }
}

// A block's space serves the next one, of fewer rows, without what the first left there.
TEST(NarrowLoops, SpaceIsUsedAgainClean) {
  Random random(3);
  const RowMatrix<double> first = random_rows(40, 6, random), second = random_rows(11, 6, random);
  ColumnBlock block;
  ScatterSpace space;
  Matrix again = Matrix::Zero(6, 6), fresh = Matrix::Zero(6, 6);
  Vector shift = Vector::Zero(6), mean = Vector::Ones(6), weights = Vector::Ones(40);
  block.take(first.data(), 40, 6, 6);
  weighted_scatter(block, mean.data(), weights.data(), 0, space, shift.data(), again);
  again.setZero();
  block.take(second.data(), 11, 6, 6);
  weighted_scatter(block, mean.data(), weights.data(), 0, space, shift.data(), again);
  ScatterSpace new_space;
  weighted_scatter(block_of(second), mean.data(), weights.data(), 0, new_space, shift.data(),
                   fresh);
  EXPECT_EQ(again, fresh);
}

}  // namespace
}  // namespace germane
