#include "germane/evaluate/contingency.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <map>

namespace germane {
namespace {

using Cells = std::vector<Contingency::Cell>;

TEST(Contingency, WorkedExampleWithUnknownRowsAndGaps) {
  const Contingency t = tabulate(std::vector<Index>{5, 5, 2, -1, 2, 5}, {0, 0, 9, 0, -1, 9});
  EXPECT_EQ(t.rows, 4);
  EXPECT_EQ(t.dropped, 2);
  EXPECT_EQ(t.cluster_codes, (std::vector<Index>{2, 5}));
  EXPECT_EQ(t.label_codes, (std::vector<Index>{0, 9}));
  EXPECT_EQ(t.cluster_rows, (std::vector<Index>{1, 3}));
  EXPECT_EQ(t.label_rows, (std::vector<Index>{2, 2}));
  EXPECT_EQ(t.cells, (Cells{{0, 1, 1}, {1, 0, 2}, {1, 1, 1}}));
}

TEST(Contingency, HugeCodesCostNoMemory) {
  const Index huge = std::numeric_limits<Index>::max();
  const Contingency t = tabulate(std::vector<Index>{huge, 0, huge - 1}, {huge, huge, 3});
  EXPECT_EQ(t.cluster_codes, (std::vector<Index>{0, huge - 1, huge}));
  EXPECT_EQ(t.cells, (Cells{{0, 1, 1}, {1, 0, 1}, {2, 1, 1}}));
}

TEST(Contingency, CountsEqualThoseOfAMap) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<Index> a(200), b(200);
    for (std::size_t i = 0; i < 200; ++i) {
      a[i] = random.below(10) - 1;
      b[i] = 1000 * random.below(30) - 1000;
    }
    std::map<std::pair<Index, Index>, Index> expected;
    for (std::size_t i = 0; i < 200; ++i)
      if (a[i] >= 0 && b[i] >= 0) ++expected[{a[i], b[i]}];
    const Contingency t = tabulate(a, b);
    ASSERT_EQ(t.cells.size(), expected.size());
    for (const auto& cell : t.cells)
      EXPECT_EQ(cell.rows, (expected[{t.cluster_codes[static_cast<std::size_t>(cell.cluster)],
                                      t.label_codes[static_cast<std::size_t>(cell.label)]}]));
  }
}

TEST(Contingency, SharesOfClustersSumToOneForEachLabel) {
  const Contingency t =
      tabulate(encode({"a", "a", "b", "c", "a"}), encode({"x", "x", "x", "y", "y"}));
  const RowMatrix<double> p = cluster_given_label(t);
  const RowMatrix<double> expected =
      (RowMatrix<double>(2, 3) << 2.0 / 3, 1.0 / 3, 0, 0.5, 0, 0.5).finished();
  EXPECT_TRUE(p.isApprox(expected, 1e-15));
  EXPECT_TRUE(p.rowwise().sum().isApproxToConstant(1, 1e-15));
}

TEST(Contingency, OfNoRowsIsEmpty) {
  const Contingency t = tabulate(std::vector<Index>{}, {});
  EXPECT_EQ(t.rows, 0);
  EXPECT_EQ(t.clusters(), 0);
  EXPECT_EQ(cluster_given_label(t).size(), 0);
}

TEST(Contingency, RefusesOtherLengthsAndHugeMatrices) {
  try {
    tabulate(std::vector<Index>{0, 1}, {0});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "evaluate: 2 rows with a cluster, but 1 with a label; they must be the same rows");
  }
  std::vector<Index> each(4000);
  for (std::size_t i = 0; i < each.size(); ++i) each[i] = static_cast<Index>(i);
  try {
    cluster_given_label(tabulate(each, each));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "p(cluster | label): 4,000 labels by 4,000 clusters are more than 10,000,000 cells; "
        "group the labels first");
  }
}

}  // namespace
}  // namespace germane
