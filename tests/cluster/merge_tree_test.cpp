#include "germane/cluster/merge_tree.h"

#include "germane/cluster/dendrogram.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

// Rows 2 and 0 make cluster 4, 1 and 3 cluster 5, these two cluster 6.
const std::vector<Joining> kJoinings{{2, 0, 1}, {1, 3, 2}, {3, 0, 8}};

TEST(MergeTree, ClustersAreNumberedInTheOrderOfMerges) {
  EXPECT_EQ(number_merges(4, kJoinings),
            (std::vector<Merge>{{0, 2, 1, 2}, {1, 3, 2, 2}, {4, 5, 8, 4}}));
}

TEST(MergeTree, IsCutAnywhere) {
  const std::vector<Merge> merges = number_merges(4, kJoinings);
  EXPECT_EQ(cut(merges, 4, 0), (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(cut(merges, 4, 1), (std::vector<Index>{0, 1, 0, 2}));
  EXPECT_EQ(cut(merges, 4, 2), (std::vector<Index>{0, 1, 0, 1}));
  EXPECT_EQ(cut(merges, 4, 3), (std::vector<Index>{0, 0, 0, 0}));
}

std::string drawing(const std::vector<DendrogramLeaf>& leaves) {
  std::string text;
  for (const DendrogramLeaf& leaf : leaves)
    text += std::to_string(leaf.first) + " " + std::to_string(leaf.rows) + " " + leaf.line + "\n";
  return text;
}

TEST(Dendrogram, WorkedExample) {
  const std::vector<Merge> merges = number_merges(4, kJoinings);
  EXPECT_EQ(drawing(draw_dendrogram(merges, 4, 20, 9)),
            "0 1 ─┬──────┐\n"
            "2 1 ─┘      │\n"
            "1 1 ──┬─────┘\n"
            "3 1 ──┘\n");
  EXPECT_EQ(drawing(draw_dendrogram(merges, 4, 1, 9)),
            "0 2 ────────┐\n"
            "1 2 ────────┘\n");
}

TEST(Dendrogram, AClusterGoesOnFromTheMiddleOfItsParts) {
  const std::vector<Merge> merges = number_merges(5, {{0, 1, 1}, {2, 3, 1}, {0, 2, 2}, {0, 4, 4}});
  EXPECT_EQ(drawing(draw_dendrogram(merges, 5, 20, 9)),
            "0 1 ──┬─┐\n"
            "1 1 ──┘ ├───┐\n"
            "2 1 ──┬─┘   │\n"
            "3 1 ──┘     │\n"
            "4 1 ────────┘\n");
}

TEST(Dendrogram, DrawsEveryTreeOfAForestAndHeightsOfZero) {
  const std::vector<Merge> merges = number_merges(5, {{0, 4, 0}, {1, 2, 0}, {2, 3, 0}});
  EXPECT_EQ(drawing(draw_dendrogram(merges, 5, 20, 9)), "0 1 │\n4 1 │\n1 1 │\n2 1 │\n3 1 │\n");
  EXPECT_EQ(drawing(draw_dendrogram({}, 1, 20)), "");
}

TEST(Dendrogram, IsNeverWiderThanAskedNorHigherThanItsLeaves) {
  std::vector<Joining> chain;
  for (Index i = 1; i < 300; ++i) chain.push_back({0, i, static_cast<double>(i)});
  const std::vector<DendrogramLeaf> leaves =
      draw_dendrogram(number_merges(300, chain), 300, 20, 40);
  EXPECT_EQ(leaves.size(), 21u);
  EXPECT_EQ(leaves.front().rows, 280);
  for (const DendrogramLeaf& leaf : leaves) EXPECT_LE(leaf.line.size(), 3 * 40u);
}

}  // namespace
}  // namespace germane
