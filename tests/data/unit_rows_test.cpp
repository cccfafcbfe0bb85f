#include "germane/data/unit_rows.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

TEST(UnitRows, HaveLengthOne) {
  RowMatrix<double> rows(3, 2);
  rows << 3, 4, 1e200, 0, -1e-200, 1e-200;
  const MemoryRows<double> source(rows);
  const UnitRows unit(source);
  const std::vector<Index> all = {0, 1, 2};
  const RowMatrix<double> scaled = unit.gather(all);
  EXPECT_TRUE(scaled.row(0).isApprox((RowMatrix<double>(1, 2) << 0.6, 0.8).finished(), 1e-15));
  EXPECT_EQ(scaled(1, 0), 1);
  EXPECT_NEAR(scaled(2, 1), std::sqrt(0.5), 1e-15);
  RowBlock block;
  ASSERT_TRUE(unit.read(3)->next(block));
  EXPECT_EQ(RowMatrix<double>(std::get<RowsView<double>>(block.rows)), scaled);
}

TEST(UnitRows, RefuseARowOfZeros) {
  RowMatrix<double> rows = RowMatrix<double>::Ones(3, 2);
  rows.row(1).setZero();
  const MemoryRows<double> source(rows);
  RowBlock block;
  try {
    UnitRows(source).read(3)->next(block);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "memory: row 1 is all zeros and has no direction; leave it out, or use another --prepare "
        "than unit-rows");
  }
}

}  // namespace
}  // namespace germane
