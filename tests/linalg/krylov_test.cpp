#include "germane/linalg/krylov.h"

#include "../base/message_of.h"
#include "germane/base/random.h"
#include "germane/linalg/products.h"
#include "germane/linalg/qr.h"

#include "random_matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace germane {
namespace {

using namespace testing;

// A matrix with these singular values and random vectors.
Matrix planted(Index rows, Index columns, const Vector& values, Random& random) {
  const Pool pool(1);
  const Index r = values.size();
  return thin_qr(random_matrix(rows, r, random), pool).q * values.asDiagonal() *
         thin_qr(random_matrix(columns, r, random), pool).q.transpose();
}

Vector decaying(Index count, double ratio) {
  Vector values(count);
  for (Index i = 0; i < count; ++i) values[i] = std::pow(ratio, static_cast<double>(i));
  return values;
}

struct Products {
  Index times = 0, transposed = 0, widest = 0;
};

LinearOperator operator_of(const Matrix& a, Products* products = nullptr) {
  return {a.rows(), a.cols(),
          [&a, products](const Matrix& b) {
            if (products)
              ++products->times, products->widest = std::max(products->widest, b.cols());
            return product(a, b);
          },
          [&a, products](const Matrix& b) {
            if (products) ++products->transposed;
            return transposed_product(a, b);
          }};
}

KrylovSvd svd_of(const Matrix& a, const KrylovOptions& options, int threads = 1) {
  const Pool pool(threads);
  Progress progress;
  return krylov_svd(operator_of(a), options, {pool, progress});
}

// Orthonormal vectors, A v = value u, and A' u = value v as far as the residual says.
void expect_triples(const Matrix& a, const KrylovSvd& svd, Index rank) {
  const SingularTriples& triples = svd.triples;
  const Matrix identity = Matrix::Identity(rank, rank);
  ASSERT_EQ(triples.values.size(), rank);
  EXPECT_LE((triples.left.transpose() * triples.left - identity).norm(), 1e-12);
  EXPECT_LE((triples.right.transpose() * triples.right - identity).norm(), 1e-12);
  const double norm = std::max(a.norm(), std::numeric_limits<double>::min());
  EXPECT_LE((a * triples.right - triples.left * triples.values.asDiagonal()).norm(), 1e-12 * norm);
  const Matrix left_over =
      a.transpose() * triples.left - triples.right * triples.values.asDiagonal();
  const double largest = left_over.colwise().norm().maxCoeff();
  EXPECT_LE(std::abs(largest - svd.residual * triples.values[0]), 1e-12 * norm);
  for (Index j = 1; j < rank; ++j) EXPECT_GE(triples.values[j - 1], triples.values[j]);
}

// diag(3, 2, 1): the axes themselves.
TEST(KrylovSvd, OfADiagonalMatrix) {
  const Matrix a = Vector(Vector::LinSpaced(3, 3, 1)).asDiagonal();
  const KrylovSvd svd = svd_of(a, {.rank = 2});
  EXPECT_TRUE(svd.converged);
  EXPECT_NEAR(svd.triples.values[0], 3, 1e-14);
  EXPECT_NEAR(svd.triples.values[1], 2, 1e-14);
  EXPECT_NEAR(svd.triples.right(0, 0), 1, 1e-14);
  EXPECT_NEAR(svd.triples.left(1, 1), 1, 1e-14);
}

TEST(KrylovSvd, AgreesWithLapackOnDecayingSpectra) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index n = 150 + random.below(300), d = 150 + random.below(300);
    const Matrix a = planted(n, d, 5 * decaying(150, 0.9), random);
    const Index rank = 1 + random.below(30);
    const KrylovSvd svd = svd_of(a, {.rank = rank, .oversampling = 5, .seed = seed});
    EXPECT_TRUE(svd.converged);
    expect_triples(a, svd, rank);
    const SingularTriples exact = singular_triples(a);
    for (Index j = 0; j < rank; ++j)
      EXPECT_NEAR(svd.triples.values[j], exact.values[j], 1e-10 * exact.values[j]);
    EXPECT_LE((svd.triples.right * svd.triples.right.transpose() -
               exact.right.leftCols(rank) * exact.right.leftCols(rank).transpose())
                  .norm(),
              1e-4);
  }
}

// Pure noise: neighbouring values differ by a hundredth. The last of them move longest.
TEST(KrylovSvd, OfAFlatSpectrumIsNearLapacks) {
  Random random(1);
  const Matrix a = random_matrix(900, 600, random);
  const KrylovSvd svd = svd_of(a, {.rank = 12, .tolerance = 1e-8});
  EXPECT_TRUE(svd.converged);
  EXPECT_GT(svd.iterations, kMostBlocks) << "through restarts";
  expect_triples(a, svd, 12);
  const Vector exact = singular_values(a).head(12);
  EXPECT_LE(((svd.triples.values - exact).cwiseQuotient(exact)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(KrylovSvd, FindsAllOfSeveralEqualValues) {
  Random random(2);
  Vector values(60);
  values << Vector::Constant(7, 4.0), Vector::Constant(9, 3.0), Vector::Constant(44, 1.0);
  const Matrix a = planted(300, 200, values, random);
  for (const Index rank : {3, 7, 12, 16, 40}) {
    const KrylovSvd svd = svd_of(a, {.rank = rank});
    EXPECT_TRUE(svd.converged);
    expect_triples(a, svd, rank);
    EXPECT_LE((svd.triples.values - values.head(rank)).norm(), 1e-11);
  }
}

TEST(KrylovSvd, BeyondTheRankValuesAreZero) {
  Random random(3);
  for (const Index rank_of_a : {0, 1, 5}) {
    const Matrix a = planted(80, 50, decaying(rank_of_a, 0.5), random);
    for (const Index rank : {1, 4, 9, 50}) {
      const KrylovSvd svd = svd_of(a, {.rank = rank});
      EXPECT_TRUE(svd.converged);
      expect_triples(a, svd, rank);
      const Index shared = std::min(rank, rank_of_a);
      EXPECT_LE((svd.triples.values.head(shared) - decaying(shared, 0.5)).norm(), 1e-13);
      EXPECT_LE(svd.triples.values.tail(rank - shared).norm(), 1e-13);
    }
  }
}

TEST(KrylovSvd, OfFullRankIsTheWholeDecomposition) {
  Random random(4);
  for (const auto& [n, d] : {std::pair<Index, Index>{1, 1}, {1, 9}, {9, 1}, {60, 25}, {25, 60}}) {
    const Matrix a = random_matrix(n, d, random);
    const Index rank = std::min(n, d);
    const KrylovSvd svd = svd_of(a, {.rank = rank, .oversampling = 0});
    EXPECT_TRUE(svd.converged);
    expect_triples(a, svd, rank);
    EXPECT_LE(
        (svd.triples.left * svd.triples.values.asDiagonal() * svd.triples.right.transpose() - a)
            .norm(),
        1e-12 * a.norm());
  }
}

TEST(KrylovSvd, UnitsOfTheMatrixDoNotMatter) {
  Random random(5);
  const Matrix a = planted(200, 100, decaying(100, 0.8), random);
  const Vector values = svd_of(a, {.rank = 8}).triples.values;
  for (const double unit : {1e-150, 1e-9, 1e140})
    EXPECT_LE((svd_of(unit * a, {.rank = 8}).triples.values / unit - values).norm(), 1e-12);
}

// Strong directions and then a flat spectrum, in which values never stand still: after many
// restarts vectors are orthonormal all the same, and no value is larger than the matrix has.
TEST(KrylovSvd, ManyRestartsLoseNoRightAngles) {
  Random random(5);
  const Index rank = 25;
  Vector values = Vector::Constant(10, 100);
  const Matrix a = planted(300, 1000, values, random) + random_matrix(300, 1000, random);
  const KrylovSvd svd = svd_of(a, {.rank = rank, .most_iterations = 60, .tolerance = 0});
  const Matrix identity = Matrix::Identity(rank, rank);
  for (const Matrix& vectors : {svd.triples.left, svd.triples.right})
    EXPECT_LE((vectors.transpose() * vectors - identity).cwiseAbs().maxCoeff(), 1e-12);
  const Vector exact = singular_triples(a).values.head(rank);
  EXPECT_LE((svd.triples.values - exact).maxCoeff(), 1e-12 * exact[0]);
  EXPECT_LE((svd.triples.values - exact).head(10).cwiseAbs().maxCoeff(), 1e-12 * exact[0]);
}

TEST(KrylovSvd, ByFewRowsIsTheSameWhereSquaresHideNothing) {
  const Pool pool(2);
  Progress silent;
  Random random(6);
  for (int seed = 0; seed < 10; ++seed) {
    const Index rows = 20 + random.below(60), columns = 5 * rows, rank = 1 + random.below(6);
    const Matrix a = planted(rows, columns, decaying(12, 0.7), random);
    const KrylovOptions options{.rank = rank, .seed = static_cast<std::uint64_t>(seed)};
    const KrylovSvd whole = krylov_svd(operator_of(a), options, {pool, silent});
    KrylovSvd found;
    ASSERT_TRUE(krylov_svd_by_rows(operator_of(a), options, {pool, silent}, found));
    EXPECT_TRUE(found.converged);
    EXPECT_LE((found.triples.values - whole.triples.values).cwiseAbs().maxCoeff(), 1e-8);
    expect_triples(a, found, rank);
    EXPECT_LE((found.triples.right - whole.triples.right).cwiseAbs().maxCoeff(), 1e-3);
  }
  // Of values that fall slowly the space has to grow for a while.
  KrylovSvd slow;
  const Vector values = decaying(200, 0.995);
  const Matrix flat = planted(200, 900, values, random);
  ASSERT_TRUE(krylov_svd_by_rows(operator_of(flat), {.rank = 5}, {pool, silent}, slow));
  EXPECT_LE((slow.triples.values - values.head(5)).cwiseAbs().maxCoeff(), 1e-8);
  // In any units, or not at all: squares of these are no numbers, or 0.
  for (const double unit : {1e-120, 1e-60, 1e60, 1e120}) {
    const Matrix scaled = unit * flat;
    KrylovSvd other;
    if (krylov_svd_by_rows(operator_of(scaled), {.rank = 5}, {pool, silent}, other)) {
      EXPECT_LE((other.triples.values / unit - values.head(5)).cwiseAbs().maxCoeff(), 1e-8) << unit;
    }
  }
  // Of values that fall to 0.001 of the first the square of the last is a millionth.
  const Matrix steep = planted(40, 200, decaying(12, 0.5), random);
  KrylovSvd found;
  EXPECT_FALSE(krylov_svd_by_rows(operator_of(steep), {.rank = 11}, {pool, silent}, found));
  EXPECT_EQ(found.triples.values.size(), 0);
}

TEST(KrylovSvd, SaysWhenItHasNotConverged) {
  Random random(6);
  const Matrix a = random_matrix(900, 600, random);
  const KrylovSvd svd = svd_of(a, {.rank = 10, .most_iterations = 2});
  EXPECT_FALSE(svd.converged);
  EXPECT_EQ(svd.iterations, 2);
  expect_triples(a, svd, 10);
  EXPECT_GT(svd.residual, 1e-3);
}

TEST(KrylovSvd, TakesOneProductWithEachInAnIteration) {
  Random random(7);
  const Matrix a = random_matrix(400, 300, random);
  Products products;
  const Pool pool(1);
  Progress progress;
  const KrylovSvd svd =
      krylov_svd(operator_of(a, &products), {.rank = 6, .oversampling = 4}, {pool, progress});
  EXPECT_EQ(products.times, svd.iterations);
  EXPECT_EQ(products.transposed, svd.iterations + 1);
  EXPECT_EQ(products.widest, 10);
}

TEST(KrylovSvd, SameBitsForASeedAndAnyNumberOfThreads) {
  Random random(8);
  const Matrix a = planted(9000, 300, decaying(100, 0.9), random);
  const KrylovSvd one = svd_of(a, {.rank = 5, .seed = 3}, 1),
                  two = svd_of(a, {.rank = 5, .seed = 3}, 2);
  EXPECT_EQ(one.triples.left, two.triples.left);
  EXPECT_EQ(one.triples.values, two.triples.values);
  EXPECT_EQ(one.triples.right, two.triples.right);
  EXPECT_NE(svd_of(a, {.rank = 5, .seed = 4}).triples.right, one.triples.right);
}

TEST(KrylovSvd, Refuses) {
  Random random(9);
  Matrix a = random_matrix(6, 4, random);
  EXPECT_EQ(message_of([&] { svd_of(a, {.rank = 0}); }),
            "0 singular values of a 6 x 4 matrix: must be between 1 and 4");
  EXPECT_EQ(message_of([&] { svd_of(a, {.rank = 5}); }),
            "5 singular values of a 6 x 4 matrix: must be between 1 and 4");
  a(2, 2) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(svd_of(a, {.rank = 2}), NumericalError);
}

class Impatient final : public Progress {
 public:
  bool stop_requested() const override { return true; }
};

TEST(KrylovSvd, StopsWhenAskedTo) {
  const Matrix a = Matrix::Identity(5, 5);
  const Pool pool(1);
  Impatient progress;
  EXPECT_THROW(krylov_svd(operator_of(a), {.rank = 2}, {pool, progress}), Interrupted);
}

}  // namespace
}  // namespace germane
