#include "germane/data/hinted_rows.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

Codes labels_of(std::vector<Index> of_row) {
  Codes codes;
  codes.of_row = std::move(of_row);
  return codes;
}

TEST(HintedRows, AreChunkletsAndSingleRowsWithALinkOrALabel) {
  const Chunklets chunklets({-1, 5, 5, -1, -1, 7, -1});  // 7 has one row, which says nothing
  const HintedRows hinted =
      hinted_rows(chunklets, {{1, 3}, {2, 3}}, labels_of({-1, -1, -1, -1, 4, -1, -1}), 2);
  EXPECT_EQ(hinted.rows, (std::vector<Index>{1, 2, 3, 4}));
  EXPECT_EQ(hinted.node_of_row, (std::vector<Index>{0, 0, 1, 2}));
  EXPECT_EQ(hinted.problem.known, (std::vector<Index>{-1, -1, 0}));
  EXPECT_EQ(hinted.problem.apart, (std::vector<std::vector<Index>>{{1}, {0}, {}}));
  EXPECT_EQ(hinted.first_row(1), 2);
}

TEST(HintedRows, AChunkletHasTheLabelOfItsRows) {
  const HintedRows hinted = hinted_rows(Chunklets({0, 0, 1, 1}), {}, labels_of({9, -1, -1, 3}), 3);
  EXPECT_EQ(hinted.problem.known, (std::vector<Index>{0, 1}));
}

TEST(HintedRows, RefuseContradictions) {
  try {
    hinted_rows(Chunklets(std::vector<Index>{0, 0}), {}, labels_of({1, 2}), 2);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "rows 0 and 1 belong together, but have different labels; mend the link or a label");
  }
  try {
    hinted_rows(Chunklets({-1, -1, -1}), {}, labels_of({0, 1, 2}), 2);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "3 different labels are known, but --k is 2; pass --k 3 or more");
  }
}

}  // namespace
}  // namespace germane
