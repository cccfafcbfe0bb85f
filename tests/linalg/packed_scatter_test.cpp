#include "germane/linalg/packed_scatter.h"

#include "germane/base/processor.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <limits>

namespace germane {
namespace {

template <class T>
using ColumnMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
RowMatrix<T> random_rows(Index rows, Index columns, Random& random) {
  RowMatrix<T> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = static_cast<T>(random.normal());
  return x;
}

// Adds to what is there, about all widths of strips and numbers of rows that are taken together;
// the upper triangle stays as it is, and rows may stand further apart than they are wide.
template <class T>
void expect_the_definition() {
  Random random(1);
  bool any = false;
  for (const Index columns :
       {1, 4, 5, 8, 9, 15, 16, 17, 24, 31, 32, 33, 47, 64, 65, 100, 127, 128, 200})
    for (const Index count : {0, 1, 2, 127, 128, 129, 300}) {
      const RowMatrix<T> wider = random_rows<T>(count, columns + 3, random);
      const auto rows = wider.middleCols(1, columns);
      const ColumnMajor<T> start = random_rows<T>(columns + 2, columns, random);
      ColumnMajor<T> scatter = start;
      if (!add_packed_scatter(rows, scatter.topRows(columns))) {
        EXPECT_EQ(scatter, start);
        continue;
      }
      any = true;
      const Matrix exact = rows.template cast<double>().transpose() * rows.template cast<double>();
      const double tolerance =
          static_cast<double>(count + 4) * 16 * std::numeric_limits<T>::epsilon();
      for (Index j = 0; j < columns; ++j)
        for (Index i = 0; i < columns + 2; ++i)
          if (i < j || i >= columns)
            ASSERT_EQ(scatter(i, j), start(i, j));
          else
            ASSERT_NEAR(static_cast<double>(scatter(i, j)),
                        static_cast<double>(start(i, j)) + exact(i, j), tolerance)
                << columns << " columns, " << count << " rows";
    }
  EXPECT_EQ(any, has_avx2_and_fma());
}

TEST(PackedScatter, IsTheDefinitionInFloat64) { expect_the_definition<double>(); }
TEST(PackedScatter, IsTheDefinitionInFloat32) { expect_the_definition<float>(); }

// The strips of one width are used again for another, also of the other scalar.
TEST(PackedScatter, WidthsMayTakeTurns) {
  Random random(2);
  for (const Index columns : {200, 9, 700, 40, 200}) {
    const RowMatrix<double> rows = random_rows<double>(150, columns, random);
    Matrix scatter = Matrix::Zero(columns, columns);
    add_scatter(rows, scatter);
    Eigen::MatrixXf single = Eigen::MatrixXf::Zero(columns, columns);
    add_scatter(RowMatrix<float>(rows.cast<float>()), single);
    const Matrix exact = (rows.transpose() * rows).triangularView<Eigen::Lower>();
    EXPECT_LE((scatter - exact).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE((single.cast<double>() - exact).cwiseAbs().maxCoeff(), 1e-3);
  }
}

TEST(PackedScatter, LeavesVeryWideRowsToBlas) {
  Random random(4);
  const RowMatrix<double> rows = random_rows<double>(3, 2049, random);
  Matrix scatter = Matrix::Zero(2049, 2049);
  EXPECT_FALSE(add_packed_scatter(rows, scatter));
  EXPECT_EQ(scatter.cwiseAbs().maxCoeff(), 0);
  add_scatter(rows, scatter);
  EXPECT_NEAR(scatter(2048, 20), rows.col(2048).dot(rows.col(20)), 1e-12);
}

// What is no number shows in its own columns alone: zeros beside the last column are in no sum.
TEST(PackedScatter, WhatIsNoNumberStaysInItsColumn) {
  Random random(3);
  RowMatrix<double> rows = random_rows<double>(40, 30, random);
  rows(7, 29) = std::numeric_limits<double>::infinity();
  Matrix scatter = Matrix::Zero(30, 30);
  add_scatter(rows, scatter);
  EXPECT_TRUE(scatter.leftCols(29).topRows(29).allFinite());
  EXPECT_FALSE(std::isfinite(scatter(29, 29)));
}

}  // namespace
}  // namespace germane
