#include "germane/data/scaled_rows.h"

#include "germane/data/sparse_rows.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

const std::vector<Index> kBoth = {0, 1};

TEST(ScaledRows, DivideColumnsAndKeepTheScalar) {
  const RowMatrix<float> rows = (RowMatrix<float>(2, 2) << 2, 9, -4, 3).finished();
  const MemoryRows<float> source(rows);
  const ScaledRows scaled(source, Vector{{2, 3}});
  const RowMatrix<double> expected = (RowMatrix<double>(2, 2) << 1, 3, -2, 1).finished();
  EXPECT_EQ(scaled.gather(kBoth), expected);
  EXPECT_EQ(scaled.scalar(), Scalar::kFloat32);
  RowBlock block;
  ASSERT_TRUE(scaled.read(2)->next(block));
  EXPECT_EQ(RowMatrix<float>(std::get<RowsView<float>>(block.rows)), expected.cast<float>());
}

TEST(ScaledRows, StaySparse) {
  const Matrix rows = (Matrix(2, 3) << 0, 4, 0, 6, 0, 1).finished();
  const SparseRows source(SparseMatrix(rows.sparseView()));
  const ScaledRows scaled(source, Vector{{2, 4, 1}});
  ASSERT_NE(scaled.sparse(), nullptr);
  EXPECT_EQ(scaled.sparse()->nonZeros(), 3);
  EXPECT_EQ(Matrix(*scaled.sparse()), Matrix(scaled.gather(kBoth)));
  EXPECT_EQ(scaled.sparse()->coeff(1, 0), 3);
}

}  // namespace
}  // namespace germane
