#include "germane/io/sparse_text.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

SparseText svmlight(std::string_view text, const SparseReading& reading = {}) {
  return read_svmlight(text, "a.svm", reading);
}
SparseText market(std::string_view text, const SparseReading& reading = {}) {
  return read_matrix_market(text, "a.mtx", reading);
}

template <class Read>
void expect_refused(const Read& read, std::string_view text, const std::string& said) {
  try {
    read(text, SparseReading{});
    FAIL() << "accepted: " << text;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
  }
}

TEST(Svmlight, ReadsRowsLabelsGroupsAndRemarks) {
  const SparseText table =
      svmlight("# from somewhere\n+1 qid:7 1:0.5 4:2 # a row\r\n\n-1 2:1e2\nx 3:0");
  EXPECT_EQ(table.rows.rows(), 3);
  EXPECT_EQ(table.rows.cols(), 4);
  EXPECT_EQ(table.rows.nonZeros(), 3);
  EXPECT_EQ(table.rows.coeff(0, 0), 0.5);
  EXPECT_EQ(table.rows.coeff(0, 3), 2);
  EXPECT_EQ(table.rows.coeff(1, 1), 100);
  EXPECT_EQ(table.labels, (std::vector<std::string>{"+1", "-1", "x"}));
  EXPECT_EQ(table.groups, (std::vector<std::string>{"7", "", ""}));
  EXPECT_TRUE(table.wider_allowed);
}

TEST(Svmlight, ColumnsCountFromWhereTheyAreSaidTo) {
  EXPECT_EQ(svmlight("1 0:3 1:4", {.first_index = 0}).rows.cols(), 2);
  expect_refused(svmlight, "1 0:3", "a.svm:1:2");
  expect_refused(svmlight, "1 0:3", "--first-index 0");
}

TEST(Svmlight, NanIsAGapWhereGapsAreAllowed) {
  EXPECT_TRUE(std::isnan(svmlight("1 1:nan", {.gaps = true}).rows.coeff(0, 0)));
  expect_refused(svmlight, "1 1:nan", "--missing");
}

TEST(Svmlight, RefusesWhatIsNoRow) {
  expect_refused(svmlight, "1 1:1\n0 2:x", "a.svm:2:2: 'x' is not a number");
  expect_refused(svmlight, "1 2:1 2:1", "must ascend");
  expect_refused(svmlight, "1 3:1 2:1", "must ascend");
  expect_refused(svmlight, "1 1:1e999", "not a finite number");
  expect_refused(svmlight, "1 1:", "not a number");
  expect_refused(svmlight, "1 99999999999:1", "whole number");
  expect_refused(svmlight, "1 -1:1", "whole number");
  expect_refused(svmlight, "1 word", "column:number");
  expect_refused(svmlight, "1:2 2:3", "must begin with its label");
  expect_refused(svmlight, "# nothing\n", "holds no row");
  expect_refused(svmlight, "1\n-1\n", "no row has an entry");
}

TEST(MatrixMarket, ReadsEntriesInAnyOrder) {
  const SparseText table = market(
      "%%MatrixMarket matrix coordinate real general\n% remark\n\n3 2 3\n3 1 -1.5\n1 2 4\n1 1 "
      "2e0\n");
  EXPECT_EQ(table.rows.rows(), 3);
  EXPECT_EQ(table.rows.cols(), 2);
  EXPECT_EQ(table.rows.coeff(0, 0), 2);
  EXPECT_EQ(table.rows.coeff(0, 1), 4);
  EXPECT_EQ(table.rows.coeff(2, 0), -1.5);
  EXPECT_FALSE(table.wider_allowed);
}

TEST(MatrixMarket, UnfoldsSymmetryPatternsAndArrays) {
  const SparseMatrix symmetric =
      market("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 5\n2 1 3\n").rows;
  EXPECT_EQ(symmetric.coeff(0, 1), 3);
  EXPECT_EQ(symmetric.coeff(1, 0), 3);
  const SparseMatrix skew =
      market("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n").rows;
  EXPECT_EQ(skew.coeff(0, 1), -3);
  const SparseMatrix pattern =
      market("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n").rows;
  EXPECT_EQ(pattern.coeff(0, 1), 1);
  // 1 3
  // 2 4
  const SparseMatrix array =
      market("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n").rows;
  EXPECT_EQ(array.coeff(1, 0), 2);
  EXPECT_EQ(array.coeff(0, 1), 3);
  const SparseMatrix triangle =
      market("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n").rows;
  EXPECT_EQ(triangle.coeff(0, 1), 2);
  EXPECT_EQ(triangle.coeff(1, 1), 3);
}

TEST(MatrixMarket, RefusesWhatItsHeaderDoesNotHold) {
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";
  expect_refused(market, head, "ends after its header");
  expect_refused(market, head + "2 2\n", "number of entries");
  expect_refused(market, head + "0 2 0\n", "at least one row");
  expect_refused(market, head + "-1 2 0\n", "whole number");
  expect_refused(market, head + "2 99999999999 1\n", "whole number");
  expect_refused(market, head + "2 2 2\n1 1 1\n", "cut short");
  expect_refused(market, head + "2 2 1\n1 1 1\n1 2 1\n", "more than the 1 number");
  expect_refused(market, head + "2 2 1\n3 1 1\n", "a.mtx:3:1: row '3'");
  expect_refused(market, head + "2 2 1\n1 0 1\n", "a.mtx:3:2: column '0'");
  expect_refused(market, head + "2 2 1\n1 1 x\n", "a.mtx:3:3: 'x' is not a number");
  expect_refused(market, head + "2 2 1\n1 1 inf\n", "not a finite number");
  expect_refused(market, head + "2 2 1\n1 1 1 1\n", "more fields");
  expect_refused(market, head + "2 2 2\n1 1 1\n1 1 2\n", "listed twice");
  expect_refused(market, head + "1000000000000 2 1\n1 1 1\n", "taken for a mistake");
  expect_refused(market, "%%MatrixMarket matrix coordinate complex general\n", "complex");
  expect_refused(market, "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 2.5\n",
                 "must say real");
  expect_refused(market, "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 2\n",
                 "diagonal");
  expect_refused(market, "1 1 2\n", "in the header");
  expect_refused(market, "%%MatrixMarket matrix array real general\n1125899906842624 2147483647\n",
                 "more than the file can hold");
  expect_refused(market, "%%MatrixMarket vector coordinate real general\n", "'vector'");
  expect_refused(market, "%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n", "as many");
  expect_refused(market, "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
                 "lower triangle");
}

TEST(SparseFormat, IsToldByContent) {
  EXPECT_EQ(sparse_format("%%MatrixMarket matrix"), SparseFormat::kMatrixMarket);
  EXPECT_EQ(sparse_format("+1 1:0.5 2:1\n"), SparseFormat::kSvmlight);
  EXPECT_EQ(sparse_format("# a\n\n3 qid:1 1:2\n"), SparseFormat::kSvmlight);
  EXPECT_EQ(sparse_format("1\n0 2:1\n"), SparseFormat::kSvmlight);  // a row without entries
  EXPECT_EQ(sparse_format("1,3 1:2\n"), SparseFormat::kSvmlight);   // of two labels
  EXPECT_EQ(sparse_format("1 1:abc\n", "x.svm.gz"), SparseFormat::kSvmlight);
  EXPECT_EQ(sparse_format("1 1 2\n", "x.mtx"), SparseFormat::kMatrixMarket);
  for (const char* other : {"id,note\n5,at 12:30\n", "2024-01-01 12:30\t5.1\n", "", "a,b\n1,2\n",
                            "1 2 3\n", "12:30 1:5\n", "id 10:20am\n", "x y:1\n"})
    EXPECT_EQ(sparse_format(other), std::nullopt) << other;
}

}  // namespace
}  // namespace germane
