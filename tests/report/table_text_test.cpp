#include "germane/report/table_text.h"

#include "germane/base/text.h"
#include "germane/report/layout.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace germane {
namespace {

std::string shown(const ReportTable& table, std::size_t width = 100) {
  return fmt::format("\n{}\n", join(table_lines(table, width), "\n"));
}

TEST(TableLines, AlignNumbersAtTheirDecimalPointsAndTextAtTheLeft) {
  const ReportTable table{.key = "t",
                          .title = "",
                          .columns = {"name", "mean", "within_scatter", "rows"},
                          .rows = {{"sepal", 5.8433, 0.26, 150},
                                   {"pétale", 37.5, 1e-7, 1500},
                                   {"x", 3.0, 0.04188, {}},
                                   {"last", 1234567.0, 12.0}}};
  EXPECT_EQ(shown(table), R"(
name              mean   within scatter    rows
sepal            5.843          0.2600      150
pétale          37.50             1e-07   1,500
x                3.000          0.04188       -
last     1,234,567             12.00          -
)");
}

TEST(TableLines, AddZerosOnlyWhileTheyAreSignificantDigits) {
  const ReportTable scores{.key = "t",
                           .title = "",
                           .columns = {"auc"},
                           .rows = {{0.95}, {0.94681}, {1.0}, {0.0}, {-0.5}, {12.0}, {3.25}}};
  EXPECT_EQ(shown(scores), R"(
    auc
 0.9500
 0.9468
 1.0000
 0.0000
-0.5000
12.00
 3.250
)");
}

TEST(TableLines, LeaveIntegersWhole) {
  const ReportTable table{
      .key = "t", .title = "", .columns = {"fold", "x"}, .rows = {{1, 2.0}, {10, 30.0}}};
  EXPECT_EQ(shown(table), R"(
fold    x
   1    2
  10   30
)");
}

TEST(TableLines, ShowOnlyTheRowsThatAreToBeShown) {
  const ReportTable table{
      .key = "t", .title = "", .columns = {"fold"}, .rows = {{1}, {2}, {1000}}, .shown = 2};
  EXPECT_EQ(shown(table), R"(
fold
   1
   2
)");
}

TEST(TableLines, ColumnsOfMixedKindsAreText) {
  const ReportTable table{
      .key = "t", .title = "", .columns = {"value", "n"}, .rows = {{0.25, 1}, {"auto", 2}}};
  EXPECT_EQ(shown(table), R"(
value   n
0.25    1
auto    2
)");
}

TEST(TableLines, WideTablesAreCutIntoBandsThatRepeatTheFirstColumn) {
  const ReportTable table{.key = "t",
                          .title = "",
                          .columns = {"id", "aaaa", "bbbb", "cccc"},
                          .rows = {{"r1", 1, 2, 3}, {"r2", 4, 5, 6}}};
  EXPECT_EQ(shown(table, 16), R"(
id   aaaa   bbbb
r1      1      2
r2      4      5

id   cccc
r1      3
r2      6
)");
  EXPECT_EQ(table_lines(table, 1).size(), 3u * 3 + 2);  // a column beside the first, at any width
}

TEST(TableLines, NoLineEndsInBlanks) {
  const ReportTable table{
      .key = "t", .title = "", .columns = {"a", "b"}, .rows = {{0.12345, "x"}, {1.5, "long word"}}};
  for (const std::string& line : table_lines(table, 100)) EXPECT_FALSE(line.ends_with(' '));
}

TEST(TableLines, NoColumnsIsNoLines) {
  EXPECT_TRUE(table_lines({.key = "t", .title = "", .columns = {}, .rows = {{1}}}, 80).empty());
}

}  // namespace
}  // namespace germane
