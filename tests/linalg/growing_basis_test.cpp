#include "germane/linalg/growing_basis.h"

#include "germane/base/random.h"

#include "random_matrix.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

void expect_orthonormal(const Matrix& columns) {
  const Matrix products = columns.transpose() * columns;
  EXPECT_LE((products - Matrix::Identity(columns.cols(), columns.cols())).cwiseAbs().maxCoeff(),
            1e-13);
}

// The basis is e1. (3, 4) = 3 e1 + 4 e2.
TEST(GrowingBasis, SplitsABlockIntoItsPartsOnTheBasisAndBeside) {
  const Pool pool(1);
  GrowingBasis basis(2, 2, pool);
  basis.append((Matrix(2, 1) << 1, 0).finished());
  const BlockSplit split = basis.split((Matrix(2, 1) << 3, 4).finished(), 1e-10);
  EXPECT_NEAR(split.on(0, 0), 3, 1e-15);
  EXPECT_NEAR(std::abs(split.rest(0, 0)), 4, 1e-15);
  EXPECT_NEAR(std::abs(split.fresh(1, 0)), 1, 1e-15);
}

TEST(GrowingBasis, PartsMakeTheBlockAgain) {
  const Pool pool(2);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index n = 30 + random.below(9000);
    GrowingBasis basis(n, 24, pool);
    basis.append(basis.split(random_matrix(n, 8, random), 0).fresh);
    const Matrix block = random_matrix(n, 9, random);
    const BlockSplit split = basis.split(block, 1e-10);
    EXPECT_LE((basis.columns() * split.on + split.fresh * split.rest - block).norm(),
              1e-13 * block.norm());
    basis.append(split.fresh);
    EXPECT_EQ(basis.room(), 7);
    expect_orthonormal(basis.columns());
  }
}

// Columns of the block are in the basis but for 1e-10, or depend on each other but for 1e-14.
TEST(GrowingBasis, RightAnglesHoldWhereLittleIsNew) {
  const Pool pool(1);
  Random random(4);
  const Index n = 5000;
  GrowingBasis basis(n, 30, pool);
  basis.append(basis.split(random_matrix(n, 10, random), 0).fresh);
  Matrix block = basis.columns() * random_matrix(10, 8, random);
  block.leftCols(4) += 1e-10 * random_matrix(n, 4, random);
  block.col(7) += random_matrix(n, 1, random);
  block.col(6) = 2 * block.col(7) + 1e-14 * random_matrix(n, 1, random);
  const BlockSplit split = basis.split(block, 1e-11);
  EXPECT_EQ(split.fresh.cols(), 5) << "four that stand out by 1e-10, and one of the equal ones";
  basis.append(split.fresh);
  expect_orthonormal(basis.columns());
  EXPECT_LE((basis.columns().leftCols(10) * split.on + split.fresh * split.rest - block).norm(),
            1e-10);
}

TEST(GrowingBasis, NothingIsNewOnceAllIsSpanned) {
  const Pool pool(1);
  Random random(5);
  GrowingBasis basis(6, 8, pool);
  basis.append(basis.split(random_matrix(6, 6, random), 0).fresh);
  EXPECT_EQ(basis.split(random_matrix(6, 2, random), 1e-12).fresh.cols(), 0);
}

TEST(GrowingBasis, RotatesWithinItsSpan) {
  const Pool pool(2);
  Random random(6);
  GrowingBasis basis(9000, 6, pool);
  basis.append(basis.split(random_matrix(9000, 6, random), 0).fresh);
  const Matrix before = basis.columns();
  GrowingBasis small(6, 6, pool);
  small.append(small.split(random_matrix(6, 3, random), 0).fresh);
  basis.rotate(small.columns());
  EXPECT_EQ(basis.size(), 3);
  EXPECT_LE((basis.columns() - before * small.columns()).norm(), 1e-13);
  expect_orthonormal(basis.columns());
}

TEST(GrowingBasis, SameBitsForAnyNumberOfThreads) {
  const Pool one(1), three(3);
  Random random(7);
  const Matrix first = random_matrix(20000, 5, random), second = random_matrix(20000, 5, random);
  Matrix columns[2];
  for (int i = 0; i < 2; ++i) {
    GrowingBasis basis(20000, 10, i == 0 ? one : three);
    basis.append(basis.split(first, 0).fresh);
    basis.append(basis.split(second, 0).fresh);
    columns[i] = basis.columns();
  }
  EXPECT_EQ(columns[0], columns[1]);
}

}  // namespace
}  // namespace germane
