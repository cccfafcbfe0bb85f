#include "germane/linalg/products.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

template <class T>
RowMatrix<T> random_rows(Index n, Index d, Random& random) {
  RowMatrix<T> rows(n, d);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = static_cast<T>(random.normal());
  return rows;
}

constexpr double kTolerance = 1e-12;

TEST(AddScatter, OfThreePoints) {
  RowMatrix<double> rows(3, 2);
  rows << 1, 2, 3, 4, 5, 6;
  Matrix scatter = Matrix::Zero(2, 2);
  add_scatter(rows, scatter);
  // 1 + 9 + 25 = 35;  1*2 + 3*4 + 5*6 = 44;  4 + 16 + 36 = 56
  EXPECT_EQ(scatter(0, 0), 35);
  EXPECT_EQ(scatter(1, 0), 44);
  EXPECT_EQ(scatter(1, 1), 56);
  EXPECT_EQ(scatter(0, 1), 0) << "the upper triangle is not touched";
  fill_upper(scatter);
  EXPECT_EQ(scatter(0, 1), 44);
}

TEST(AddScatter, AddsToWhatIsThereAndTakesStridedRows) {
  Random random(1);
  const RowMatrix<double> wide = random_rows<double>(40, 9, random);
  Matrix scatter = Matrix::Identity(5, 5);
  add_scatter(wide.middleCols(2, 5), scatter);
  fill_upper(scatter);
  const Matrix middle = wide.middleCols(2, 5);
  EXPECT_TRUE(scatter.isApprox(Matrix::Identity(5, 5) + middle.transpose() * middle, kTolerance));
}

TEST(AddScatter, OfNoRowsIsNothing) {
  Matrix scatter = Matrix::Zero(3, 3);
  add_scatter(RowMatrix<double>(0, 3), scatter);
  EXPECT_EQ(scatter, Matrix::Zero(3, 3));
}

TEST(Products, AgreeWithPlainSums) {
  Random random(2);
  for (int seed = 0; seed < 20; ++seed) {
    const Index n = 1 + random.below(30), k = 1 + random.below(10), d = 1 + random.below(12);
    const RowMatrix<double> a = random_rows<double>(n, d, random);
    const RowMatrix<double> b = random_rows<double>(k, d, random);
    RowMatrix<double> out(n, k);
    inner_products(a, b, out);
    EXPECT_TRUE(out.isApprox(RowMatrix<double>(a * b.transpose()), kTolerance));
    const RowMatrix<float> af = a.cast<float>(), bf = b.cast<float>();
    RowMatrix<float> out_single(n, k);
    inner_products(af, bf, out_single);
    EXPECT_LT((out_single.cast<double>() - out).cwiseAbs().maxCoeff(),
              1e-5 * static_cast<double>(d));
    const RowMatrix<double> c = random_rows<double>(n, k, random);
    Matrix cross = Matrix::Zero(d, k);
    add_cross_scatter(a, c, cross);
    EXPECT_TRUE(cross.isApprox(Matrix(a.transpose() * c), kTolerance));
    EXPECT_TRUE(product(Matrix(a.transpose()), Matrix(c)).isApprox(cross, kTolerance));
    EXPECT_TRUE(transposed_product(Matrix(a), Matrix(c)).isApprox(cross, kTolerance));
  }
}

TEST(AddProduct, AddsToAPartOfALargerMatrix) {
  Random random(5);
  const auto matrix = [&](Index rows, Index columns) {
    Matrix numbers(rows, columns);
    for (double& number : numbers.reshaped()) number = random.normal();
    return numbers;
  };
  const Matrix a = matrix(20, 9), b = matrix(11, 8), before = matrix(15, 10);
  Matrix c = before, expected = before;
  add_product(-2, a.block(3, 1, 6, 5), b.block(2, 0, 5, 4), c.block(1, 2, 6, 4));
  expected.block(1, 2, 6, 4) -= 2 * a.block(3, 1, 6, 5) * b.block(2, 0, 5, 4);
  EXPECT_TRUE(c.isApprox(expected, kTolerance));
  add_transposed_product(0.5, a.block(4, 2, 7, 6), b.block(1, 3, 7, 5), c.block(8, 4, 6, 5));
  expected.block(8, 4, 6, 5) += 0.5 * a.block(4, 2, 7, 6).transpose() * b.block(1, 3, 7, 5);
  EXPECT_TRUE(c.isApprox(expected, kTolerance));
}

TEST(AddGram, AddsToTheLowerTriangle) {
  Random random(9);
  RowMatrix<double> wide(5, 9);
  for (double& number : wide.reshaped()) number = random.normal();
  const auto rows = wide.middleCols(1, 7);  // rows further apart than they are wide
  Matrix gram = Matrix::Ones(5, 5);
  add_gram(rows, gram);
  const Matrix expected = Matrix(rows) * Matrix(rows).transpose() + Matrix::Ones(5, 5);
  for (Index j = 0; j < 5; ++j)
    for (Index i = 0; i < 5; ++i) EXPECT_NEAR(gram(i, j), i >= j ? expected(i, j) : 1, 1e-13);
}

}  // namespace
}  // namespace germane
