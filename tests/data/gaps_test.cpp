#include "germane/data/gaps.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace germane {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

// Rows in memory, as a reader that allows gaps would give them.
class RowsWithGaps final : public RowSource {
 public:
  explicit RowsWithGaps(RowMatrix<double> rows) : rows_(std::move(rows)), source_(rows_) {}
  std::string name() const override { return "t"; }
  Index columns() const override { return rows_.cols(); }
  const std::vector<std::string>& column_names() const override { return source_.column_names(); }
  Scalar scalar() const override { return Scalar::kFloat64; }
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return source_.read(block_rows);
  }
  RowMatrix<double> gather(std::span<const Index> chosen) const override {
    RowMatrix<double> result(static_cast<Index>(chosen.size()), rows_.cols());
    for (std::size_t i = 0; i < chosen.size(); ++i)
      result.row(static_cast<Index>(i)) = rows_.row(chosen[i]);
    return result;
  }

 private:
  RowMatrix<double> rows_;
  MemoryRows<double> source_;
};

RowMatrix<double> holes() {
  RowMatrix<double> rows(5, 2);
  rows << 1, 2, kGap, 3, 4, kGap, kGap, 6, 7, 8;
  return rows;
}

RowMatrix<double> all_of(const RowSource& source, Index block_rows) {
  RowMatrix<double> all(source.rows(), source.columns());
  const std::unique_ptr<RowReader> reader = source.read(block_rows);
  Index number = 0, first = 0;
  for (RowBlock block; reader->next(block); ++number) {
    EXPECT_EQ(block.number, number);
    EXPECT_EQ(block.first, first);
    all.middleRows(first, block.count()) = std::get<RowsView<double>>(block.rows);
    first += block.count();
  }
  EXPECT_EQ(first, source.rows());
  return all;
}

TEST(Gaps, AreCountedAndTheRestHasItsMeans) {
  const Gaps gaps = find_gaps(RowsWithGaps(holes()));
  EXPECT_EQ(gaps.cells, 3);
  EXPECT_EQ(gaps.columns(), 2);
  EXPECT_EQ(gaps.of_column, (std::vector<Index>{2, 1}));
  EXPECT_EQ(gaps.whole_rows, (std::vector<Index>{0, 4}));
  EXPECT_EQ(gaps.means, (Vector(2) << 4, 4.75).finished());
}

TEST(Gaps, InfinitiesAreNoGaps) {
  RowMatrix<double> rows = holes();
  rows(4, 1) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(find_gaps(RowsWithGaps(rows)), InputError);
  const FilledRows filled(std::make_unique<RowsWithGaps>(rows), Vector::Zero(2));
  EXPECT_THROW(all_of(filled, 2), InputError);
}

TEST(FilledRows, HaveTheFillInEveryGap) {
  const FilledRows filled(std::make_unique<RowsWithGaps>(holes()),
                          (Vector(2) << -1, -2).finished());
  RowMatrix<double> expected(5, 2);
  expected << 1, 2, -1, 3, 4, -2, -1, 6, 7, 8;
  for (const Index block : {1, 2, 5, 100}) EXPECT_EQ(all_of(filled, block), expected);
  const std::vector<Index> chosen = {2, 1};
  EXPECT_EQ(filled.gather(chosen), (RowMatrix<double>(2, 2) << 4, -2, -1, 3).finished());
}

TEST(ChosenRows, AreTheRowsThatWereChosen) {
  RowMatrix<double> rows(100, 3);
  for (Index i = 0; i < 300; ++i) rows.data()[i] = static_cast<double>(i);
  std::vector<Index> chosen;
  for (Index i = 0; i < 100; ++i)
    if (i % 3 == 1 || i > 90) chosen.push_back(i);
  const ChosenRows some(std::make_unique<RowsWithGaps>(rows), chosen);
  ASSERT_EQ(some.rows(), static_cast<Index>(chosen.size()));
  RowMatrix<double> expected(some.rows(), 3);
  for (Index i = 0; i < some.rows(); ++i)
    expected.row(i) = rows.row(chosen[static_cast<std::size_t>(i)]);
  for (const Index block : {1, 7, 40, 1000}) EXPECT_EQ(all_of(some, block), expected);
  const std::vector<Index> last = {some.rows() - 1};
  EXPECT_EQ(some.gather(last), expected.bottomRows(1));
}

TEST(ChosenRows, OfNoneAreNone) {
  const ChosenRows none(std::make_unique<RowsWithGaps>(holes()), {});
  EXPECT_EQ(none.rows(), 0);
  RowBlock block;
  EXPECT_FALSE(none.read(3)->next(block));
}

}  // namespace
}  // namespace germane
