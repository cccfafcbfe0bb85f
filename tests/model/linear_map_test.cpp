#include "germane/model/linear_map.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <numeric>

namespace germane {
namespace {

LinearMap example() {
  LinearMap map;
  map.center = (Vector(2) << 1, 2).finished();
  map.map = (Matrix(1, 2) << 3, 4).finished();
  return map;
}

TEST(LinearMap, MapsARow) {
  RowMatrix<double> rows(1, 2);
  rows << 2, 4;
  EXPECT_EQ(example().apply(rows)(0, 0), 3 * 1 + 4 * 2);
  EXPECT_EQ(example().mahalanobis(), (Matrix(2, 2) << 9, 12, 12, 16).finished());
}

TEST(LinearMap, Float32StaysFloat32) {
  RowMatrix<float> rows(1, 2);
  rows << 2, 4;
  const RowMatrix<float> mapped = example().apply(rows);
  EXPECT_EQ(mapped(0, 0), 11.0F);
  const MemoryRows<float> source(rows);
  const LinearMap map = example();
  const MappedRows lazily(source, map);
  EXPECT_EQ(lazily.scalar(), Scalar::kFloat32);
  RowBlock block;
  ASSERT_TRUE(lazily.read(10)->next(block));
  EXPECT_TRUE(std::holds_alternative<RowsView<float>>(block.rows));
}

TEST(LinearMap, MapsRowsInEitherOrderIntoMemory) {
  RowMatrix<double> rows(3, 2);
  rows << 2, 4, -1, 0.5, 1e9, 7;
  const Matrix by_column = rows;
  const RowMatrix<double> expected = example().apply(rows);
  Vector out = Vector::Constant(3, -1);
  example().apply(view_rows(rows), out.data());
  EXPECT_EQ(out, expected.col(0));
  out.setConstant(-1);
  example().apply(view_rows(by_column.data(), 3, 2, 1, 3), out.data());
  EXPECT_EQ(out, expected.col(0));
}

TEST(MappedRows, EqualTheMapOfAllRows) {
  Random random(1);
  RowMatrix<double> rows(1000, 2);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  const MemoryRows<double> source(rows);
  const LinearMap map = example();
  const MappedRows lazily(source, map);
  std::vector<Index> all(1000);
  std::iota(all.begin(), all.end(), Index{0});
  const RowMatrix<double> expected = map.apply(rows);
  EXPECT_EQ(lazily.gather(all), expected);
  const auto reader = lazily.read(64);
  Index seen = 0;
  for (RowBlock block; reader->next(block);) {
    EXPECT_EQ(RowMatrix<double>(std::get<RowsView<double>>(block.rows)),
              RowMatrix<double>(expected.middleRows(block.first, block.count())));
    seen += block.count();
  }
  EXPECT_EQ(seen, 1000);
}

TEST(UndoScale, GivesTheSameNewRows) {
  Random random(2);
  RowMatrix<double> rows(20, 2);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  const Vector scale = (Vector(2) << 10, 0.5).finished();
  const RowMatrix<double> scaled = rows * scale.cwiseInverse().asDiagonal();
  EXPECT_TRUE(undo_scale(example(), scale).apply(rows).isApprox(example().apply(scaled), 1e-13));
}

TEST(StandardizingMap, CentresAndScales) {
  RowMatrix<double> rows(1, 2);
  rows << 5, 10;
  const LinearMap map =
      standardizing_map((Vector(2) << 3, 4).finished(), (Vector(2) << 2, 3).finished());
  EXPECT_EQ(map.apply(rows), (RowMatrix<double>(1, 2) << 1, 2).finished());
}

// 1,000,000.3 is no float32: rounded, it would move every row by a third of its spread.
TEST(LinearMap, ALargeMeanDoesNotMoveFloat32Rows) {
  LinearMap map;
  map.center = Vector::Constant(2, 1000000.3);
  map.map = Matrix::Identity(2, 2);
  const RowMatrix<float> rows = RowMatrix<float>::Constant(3, 2, 1000001.0F);
  EXPECT_NEAR(map.apply(rows)(0, 0), 0.7, 1e-6);
}

}  // namespace
}  // namespace germane
