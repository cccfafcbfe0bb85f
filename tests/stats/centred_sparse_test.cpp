#include "germane/stats/centred_sparse.h"

#include "every_statistic.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

// The first columns are filled, far from 0, but for a few zeros; of the others a share is.
RowMatrix<double> mostly_zeros(Index n, Index d, double share, Index filled, Random& random) {
  RowMatrix<double> rows = RowMatrix<double>::Zero(n, d);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j)
      if (random.uniform() < (j < filled ? 0.95 : share))
        rows(i, j) = (j < filled ? 1e6 : 0) + random.normal();
  return rows;
}

Matrix less(const RowMatrix<double>& rows, const Vector& center) {
  return rows.rowwise() - center.transpose();
}

// (1, 0), (0, 2) less (1, 1) are (0, -1), (-1, 1).
TEST(CentredSparse, OfTwoRows) {
  Sandbox sandbox(1);
  RowMatrix<double> rows(2, 2);
  rows << 1, 0, 0, 2;
  const SparseMatrix sparse = rows.sparseView();
  const CentredSparse centred(sparse, Vector::Ones(2), sandbox.execution);
  RowMatrix<double> expected(2, 2);
  expected << 0, -1, -1, 1;
  EXPECT_EQ(centred.times(RowMatrix<double>::Identity(2, 2)), expected);
  EXPECT_EQ(centred.transposed_times(RowMatrix<double>::Identity(2, 2)), expected.transpose());
}

TEST(CentredSparse, ProductsAreThoseOfDenseRows) {
  Sandbox sandbox(2);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index n = 1 + random.below(700), d = 1 + random.below(60), m = 1 + random.below(40);
    const RowMatrix<double> rows =
        mostly_zeros(n, d, 0.1 * static_cast<double>(seed % 8), 0, random);
    const SparseMatrix sparse = rows.sparseView();
    const Vector center = random_rows(1, d, random).transpose();
    const Matrix dense = less(rows, center);
    const CentredSparse centred(sparse, center, sandbox.execution);
    const RowMatrix<double> b = random_rows(d, m, random), c = random_rows(n, m, random);
    const double size = 1e-13 * dense.norm();
    EXPECT_LE((centred.times(b) - dense * b).norm(), size * b.norm());
    EXPECT_LE((centred.transposed_times(c) - dense.transpose() * c).norm(), size * c.norm());
    RowMatrix<double> few = mostly_zeros(d, m, 0.3, 0, random);
    EXPECT_LE((centred.times(SparseMatrix(few.sparseView())) - dense * few).norm(),
              size * (1 + few.norm()));
  }
}

// About its mean a column of 1e6 +- 1 is +- 1, and so is its product with 1.
TEST(CentredSparse, AFilledColumnFarFromZeroLosesNoDigits) {
  Sandbox sandbox(1);
  Random random(3);
  RowMatrix<double> rows = mostly_zeros(400, 6, 0.1, 0, random);
  rows.col(2) = random_rows(400, 1, random, 1e6);
  rows.col(5) = random_rows(400, 1, random, -3e7);
  const Vector center = rows.colwise().mean();
  const SparseMatrix sparse = rows.sparseView();
  const CentredSparse centred(sparse, center, sandbox.execution);
  const Matrix dense = less(rows, center);
  EXPECT_LE((centred.times(RowMatrix<double>::Identity(6, 6)) - dense).cwiseAbs().maxCoeff(),
            1e-14);
}

TEST(CentredSparse, SameBitsForAnyNumberOfThreads) {
  Sandbox one(1), three(3);
  Random random(4);
  const SparseMatrix sparse = mostly_zeros(3000, 900, 0.05, 3, random).sparseView();
  const Vector center = random_rows(1, 900, random).transpose();
  const RowMatrix<double> b = random_rows(900, 5, random), c = random_rows(3000, 5, random);
  const CentredSparse first(sparse, center, one.execution), second(sparse, center, three.execution);
  EXPECT_EQ(first.times(b), second.times(b));
  EXPECT_EQ(first.transposed_times(c), second.transposed_times(c));
}

}  // namespace
}  // namespace germane
