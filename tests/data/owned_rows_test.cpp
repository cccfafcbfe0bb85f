#include "germane/data/owned_rows.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace germane {
namespace {

TEST(OwnedRows, KeepsItsNumbers) {
  std::unique_ptr<RowSource> rows;
  {
    RowMatrix<double> numbers(2, 2);
    numbers << 1, 2, 3, 4;
    rows = std::make_unique<OwnedRows<double>>(std::move(numbers),
                                               std::vector<std::string>{"x", "y"}, "table");
  }
  const std::vector<Index> chosen = {1};
  EXPECT_EQ(rows->gather(chosen)(0, 1), 4);
  RowBlock block;
  EXPECT_FALSE(rows->show_all(block));
  ASSERT_TRUE(rows->read(5)->next(block));
  EXPECT_EQ(block.count(), 2);
}

TEST(OwnedRows, GapsAreRefusedUnlessTheyAreExpected) {
  RowMatrix<float> numbers =
      RowMatrix<float>::Constant(1, 1, std::numeric_limits<float>::quiet_NaN());
  const std::vector<Index> first = {0};
  const OwnedRows<float> strict(numbers, {}, "table");
  EXPECT_THROW(strict.gather(first), InputError);
  const OwnedRows<float> lenient(numbers, {}, "table", true);
  EXPECT_TRUE(std::isnan(lenient.gather(first)(0, 0)));
}

}  // namespace
}  // namespace germane
