#include "germane/data/sparse_rows.h"

#include "germane/base/error.h"
#include "germane/data/unit_rows.h"
#include "germane/linalg/symmetric.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

// 1 0 2
// 0 0 0
// 0 3 0
SparseMatrix example() {
  SparseMatrix matrix(3, 3);
  matrix.insert(0, 0) = 1;
  matrix.insert(0, 2) = 2;
  matrix.insert(2, 1) = 3;
  matrix.makeCompressed();
  return matrix;
}

RowMatrix<double> dense() { return RowMatrix<double>(Matrix(example())); }

TEST(SparseRows, ShowsItsZerosBlockByBlock) {
  const SparseRows rows(example());
  const auto reader = rows.read(2);
  RowBlock block;
  ASSERT_TRUE(reader->next(block));
  EXPECT_EQ(std::get<RowsView<double>>(block.rows), dense().topRows(2));
  ASSERT_TRUE(reader->next(block));
  EXPECT_EQ(block.first, 2);
  EXPECT_EQ(std::get<RowsView<double>>(block.rows), dense().bottomRows(1));
  EXPECT_FALSE(reader->next(block));
}

TEST(SparseRows, GathersInAnyOrderAndRefusesOthers) {
  const SparseRows rows(example());
  const std::vector<Index> chosen = {2, 0, 2};
  const RowMatrix<double> gathered = rows.gather(chosen);
  EXPECT_EQ(gathered.row(0), dense().row(2));
  EXPECT_EQ(gathered.row(1), dense().row(0));
  EXPECT_EQ(gathered.row(2), dense().row(2));
  const std::vector<Index> beyond = {3};
  EXPECT_THROW(rows.gather(beyond), InputError);
}

TEST(SparseRows, TooWideToBeShownDense) {
  const SparseRows rows(SparseMatrix(2, kWidest + 1));
  EXPECT_THROW(rows.read(1), InputError);
  const std::vector<Index> first = {0};
  EXPECT_THROW(rows.gather(first), InputError);
}

TEST(SparseRows, StackedPartsAreAsWideAsTheWidest) {
  SparseMatrix wide(1, 5);
  wide.insert(0, 4) = 7;
  wide.makeCompressed();
  const SparseMatrix narrow = example();
  const SparseMatrix all = stacked({&narrow, &wide});
  EXPECT_EQ(all.rows(), 4);
  EXPECT_EQ(all.cols(), 5);
  EXPECT_EQ(all.coeff(0, 2), 2);
  EXPECT_EQ(all.coeff(3, 4), 7);
}

TEST(SparseRows, ChosenColumnsComeInTheOrderAskedFor) {
  const std::vector<Index> columns = {2, 0};
  const SparseMatrix chosen = chosen_columns(example(), columns);
  EXPECT_EQ(chosen.cols(), 2);
  EXPECT_EQ(chosen.coeff(0, 0), 2);
  EXPECT_EQ(chosen.coeff(0, 1), 1);
  EXPECT_EQ(chosen.nonZeros(), 2);
}

TEST(SparseRows, UnitRowsStaySparse) {
  SparseMatrix matrix = example();
  matrix.coeffRef(1, 1) = 4;
  matrix.makeCompressed();
  const SparseRows rows(matrix);
  const UnitRows unit(rows);
  ASSERT_NE(unit.sparse(), nullptr);
  EXPECT_EQ(unit.sparse()->nonZeros(), 4);
  EXPECT_DOUBLE_EQ(unit.sparse()->coeff(0, 2), 2 / std::sqrt(5));
  const SparseRows with_zeros(example());
  EXPECT_THROW(UnitRows{with_zeros}, InputError);
}

TEST(ChosenSparseRows, ComeInAnyOrderAndZerosForMinusOne) {
  const Matrix rows = (Matrix(3, 2) << 1, 0, 0, 2, 3, 4).finished();
  const std::vector<Index> chosen = {2, -1, 0, 2};
  const Matrix expected = (Matrix(4, 2) << 3, 4, 0, 0, 1, 0, 3, 4).finished();
  EXPECT_EQ(Matrix(chosen_rows(SparseMatrix(rows.sparseView()), chosen)), expected);
}

}  // namespace
}  // namespace germane
