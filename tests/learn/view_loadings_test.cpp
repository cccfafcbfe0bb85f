#include "germane/learn/view_loadings.h"

#include "germane/data/sparse_rows.h"
#include "germane/learn/cca.h"
#include "views.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

double correlation(Vector a, Vector b) {
  a.array() -= a.mean();
  b.array() -= b.mean();
  return a.dot(b) / std::sqrt(a.squaredNorm() * b.squaredNorm());
}

Matrix by_definition(const RowMatrix<double>& rows, const Matrix& scores) {
  Matrix result(scores.cols(), rows.cols());
  for (Index j = 0; j < rows.cols(); ++j)
    for (Index k = 0; k < scores.cols(); ++k)
      result(k, j) = correlation(rows.col(j), scores.col(k));
  return result;
}

// Objects (0, 0), (1, 0), (1, 1) and the score x + y: 0, 1, 2, of which cov with x is 1/3, and the
// variances are 2/3 and 2/9: 1/3 / sqrt(2/3 * 2/9) = sqrt(3) / 2.
TEST(ViewLoadings, OfThreePoints) {
  const Views views({(RowMatrix<double>(3, 2) << 0, 0, 1, 0, 1, 1).finished()});
  const Matrix map = Matrix::Ones(1, 2);
  for (const ViewSample& sample : {views.sample, views.in_rows()}) {
    const Matrix found = loadings(ViewSpread(sample, 0), map, nullptr, {});
    EXPECT_LE(largest_difference(found, Matrix::Constant(1, 2, std::sqrt(3) / 2)), 1e-15);
  }
}

TEST(ViewLoadings, AreCorrelationsOfMomentsAndOfRows) {
  Random random(1);
  for (int seed = 0; seed < 20; ++seed) {
    Views views = planted_views(60, {4, 3}, 1, 1, random);
    views.rows.array() += 100;
    views = Views({views.rows.leftCols(4), views.rows.rightCols(3)});
    const ViewMaps maps = learn_cca(views.sample).map;
    for (const std::size_t view : {0, 1}) {
      const ViewColumns& at = views.columns[view];
      const Matrix expected =
          by_definition(views.rows.middleCols(at.first, at.count), views.mapped(maps, view));
      for (const ViewSample& sample : {views.sample, views.in_rows()})
        EXPECT_LE(
            largest_difference(loadings(ViewSpread(sample, view), maps.maps[view].map, nullptr, {}),
                               expected),
            1e-9);
    }
  }
}

TEST(ViewLoadings, DoNotDependOnTheSizeOfScoresNorOnUnits) {
  Random random(2);
  const Views views = planted_views(50, {4, 3}, 1, 1, random);
  const Matrix map = learn_cca(views.sample).map.maps[0].map;
  const Matrix expected = loadings(ViewSpread(views.sample, 0), map, nullptr, {});
  const Vector units{{1e-6, 3, 1e5, 1}};
  const Views scaled({views.rows.leftCols(4) * units.asDiagonal(), views.rows.rightCols(3)});
  const Matrix other = 7 * map * units.cwiseInverse().asDiagonal();
  EXPECT_LE(
      largest_difference(loadings(ViewSpread(scaled.sample, 0), other, nullptr, {}), expected),
      1e-10);
}

TEST(ViewLoadings, AreZeroWhereNothingVaries) {
  Random random(3);
  Views views = planted_views(50, {3, 3}, 1, 1, random);
  views.rows.col(1).setConstant(0.1);
  views = Views({views.rows.leftCols(3), views.rows.rightCols(3)});
  Matrix map = Matrix::Random(2, 3);
  map.row(1).setZero();
  const Matrix found = loadings(ViewSpread(views.in_rows(), 0), map, nullptr, {});
  EXPECT_EQ(found(0, 1), 0);
  EXPECT_EQ(found.row(1), Matrix::Zero(1, 3));
  EXPECT_NE(found(0, 0), 0);
}

// In the span of few rows, dense and sparse: of the columns, and of rows that count several times
// as of the rows repeated.
TEST(ViewLoadings, OfASpanAreThoseOfItsColumns) {
  Random random(4);
  RowMatrix<double> rows(12, 30);
  for (double& number : rows.reshaped()) number = random.below(3) == 0 ? 2 + random.normal() : 0;
  rows.col(5).setZero();
  rows.col(6).setConstant(0.3);
  const MemoryRows<double> dense(rows);
  const SparseRows sparse(SparseMatrix(Matrix(rows).sparseView()));
  const Pool pool(1);
  Progress progress;
  std::vector<Index> drawn;
  Vector weights = Vector::Zero(12);
  for (Index i = 0; i < 12; ++i) {
    drawn.push_back(random.below(12));
    weights[drawn.back()] += 1;
  }
  for (const RowSource* source :
       {static_cast<const RowSource*>(&dense), static_cast<const RowSource*>(&sparse)}) {
    const RowSpan span(*source, 1e9, {pool, progress});
    const RowMatrix<double>& z = span.coordinates();
    Matrix map(2, z.cols());
    for (double& number : map.reshaped()) number = random.normal();
    const RowMatrix<double> again = z(drawn, Eigen::all), rows_again = rows(drawn, Eigen::all);
    const Views all({z}), some({again});
    const auto expect = [&](const RowMatrix<double>& columns, const Matrix& scores,
                            const Matrix& found) {
      for (Index j = 0; j < 30; ++j)
        for (Index k = 0; k < 2; ++k) {
          const bool varies = columns.col(j).maxCoeff() > columns.col(j).minCoeff();
          const double expected = varies ? correlation(columns.col(j), scores.col(k)) : 0;
          EXPECT_NEAR(found(k, j), expected, 1e-9) << j;
        }
    };
    expect(rows, z * map.transpose(),
           loadings(ViewSpread(all.in_rows(), 0), map, &span, Vector::Ones(12)));
    expect(rows_again, again * map.transpose(),
           loadings(ViewSpread(some.in_rows(), 0), map, &span, weights));
  }
}

}  // namespace
}  // namespace germane
