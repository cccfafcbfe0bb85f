#include "germane/data/linked_rows.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

TEST(LinkedRows, EachRowOnceAndLinksByTheirNewNumbers) {
  RowMatrix<double> rows(6, 1);
  rows << 0, 10, 20, 30, 40, 50;
  std::vector<Link> same{{5, 1}, {1, 3}}, different{{3, 5}};
  const RowMatrix<double> linked = rows_of_links(MemoryRows<double>(rows), {&same, &different});
  EXPECT_EQ(linked, (RowMatrix<double>(3, 1) << 10, 30, 50).finished());
  EXPECT_EQ(same[0].a, 2);
  EXPECT_EQ(same[0].b, 0);
  EXPECT_EQ(same[1].b, 1);
  EXPECT_EQ(different[0].a, 1);
  EXPECT_EQ(different[0].b, 2);
}

}  // namespace
}  // namespace germane
