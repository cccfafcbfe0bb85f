#include "germane/stats/row_products.h"

#include "../base/message_of.h"
#include "every_statistic.h"
#include "germane/data/sparse_rows.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

void expect_products(const RowSource& source, const Matrix& rows, double tolerance) {
  Sandbox sandbox(2);
  Random random(9);
  const Vector center = rows.colwise().mean();
  const Matrix centred = rows.rowwise() - center.transpose();
  const RowProducts products(source, center, sandbox.execution);
  const Matrix b = random_rows(rows.cols(), 3, random), c = random_rows(rows.rows(), 3, random);
  EXPECT_LE((products.times(b) - centred * b).norm(), tolerance * centred.norm() * b.norm());
  EXPECT_LE((products.transposed_times(c) - centred.transpose() * c).norm(),
            tolerance * centred.norm() * c.norm());
  const LinearOperator as_operator = products.as_operator();
  EXPECT_EQ(as_operator.rows, rows.rows());
  EXPECT_EQ(as_operator.columns, rows.cols());
  EXPECT_EQ(as_operator.times(b), products.times(b));
  EXPECT_EQ(as_operator.transposed_times(c), products.transposed_times(c));
}

// Rows 1, 3 about 2 are -1, 1: times 5 they are -5, 5; their products with (2, 4) sum to 2.
TEST(RowProducts, OfTwoNumbers) {
  Sandbox sandbox(1);
  RowMatrix<double> rows(2, 1);
  rows << 1, 3;
  const MemoryRows<double> source(rows);
  const RowProducts products(source, Vector::Constant(1, 2), sandbox.execution);
  EXPECT_EQ(products.times(Matrix::Constant(1, 1, 5)), (Matrix(2, 1) << -5, 5).finished());
  EXPECT_EQ(products.transposed_times((Matrix(2, 1) << 2, 4).finished())(0, 0), 2);
}

TEST(RowProducts, OfAnyRowsAreThoseOfTheCentredMatrix) {
  Random random(1);
  // One block and many, narrow and wide, about 0 and far from it.
  for (const auto& [n, d] : {std::pair<Index, Index>{3, 2}, {20000, 7}, {300, 9000}, {9, 300}})
    for (const double offset : {0.0, 1e6}) {
      const RowMatrix<double> rows = random_rows(n, d, random, offset);
      expect_products(MemoryRows<double>(rows), rows, offset == 0 ? 1e-13 : 1e-9);
      const RowMatrix<float> single = rows.cast<float>();
      expect_products(MemoryRows<float>(single), single.cast<double>(), 1e-13);
      const Matrix columns = rows;
      expect_products(MemoryRows<double>(view_rows(columns.data(), n, d, 1, n)), rows,
                      offset == 0 ? 1e-13 : 1e-9);
      if (n < 1000) expect_products(SparseRows(SparseMatrix(rows.sparseView())), rows, 1e-9);
    }
}

TEST(RowProducts, SameBitsForAnyNumberOfThreads) {
  Random random(2);
  const RowMatrix<double> rows = random_rows(30000, 20, random, 5);
  const MemoryRows<double> source(rows);
  const Matrix b = random_rows(20, 4, random), c = random_rows(30000, 4, random);
  Sandbox one(1), three(3);
  const RowProducts first(source, Vector::Constant(20, 5), one.execution);
  const RowProducts second(source, Vector::Constant(20, 5), three.execution);
  EXPECT_EQ(first.times(b), second.times(b));
  EXPECT_EQ(first.transposed_times(c), second.transposed_times(c));
}

// Says it has other rows than it gives, as a file that is changed between two readings.
class Changing final : public RowSource {
 public:
  Changing(const RowMatrix<double>& rows, Index said) : rows_(rows), said_(said) {}
  std::string name() const override { return "rows.csv"; }
  Index columns() const override { return rows_.columns(); }
  const std::vector<std::string>& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return rows_.scalar(); }
  Index rows() const override { return said_; }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return rows_.read(block_rows);
  }

 private:
  MemoryRows<double> rows_;
  Index said_;
};

TEST(RowProducts, RefuseRowsThatComeOrGo) {
  Sandbox sandbox(2);
  const RowMatrix<double> rows = RowMatrix<double>::Ones(40000, 2);
  const auto transposed = [&](Index said) {
    const Changing source(rows, said);
    return message_of([&] {
      RowProducts(source, Vector::Zero(2), sandbox.execution)
          .transposed_times(Matrix::Ones(said, 1));
    });
  };
  const auto times = [&](Index said) {
    const Changing source(rows, said);
    return message_of(
        [&] { RowProducts(source, Vector::Zero(2), sandbox.execution).times(Matrix::Ones(2, 1)); });
  };
  const std::string more =
      "rows.csv: more rows than the 30,000 of its first reading; do not change it meanwhile";
  const std::string fewer =
      "rows.csv: fewer rows than the 50,000 of its first reading; do not change it meanwhile";
  EXPECT_EQ(transposed(30000), more);
  EXPECT_EQ(times(30000), more);
  EXPECT_EQ(transposed(50000), fewer);
  EXPECT_EQ(times(50000), fewer);
}

}  // namespace
}  // namespace germane
