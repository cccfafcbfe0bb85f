#include "germane/data/folds.h"

#include "germane/base/random.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace germane {
namespace {

Chunklets random_chunklets(std::uint64_t seed) {
  Random random(seed);
  std::vector<Index> of_row(300);
  for (Index& code : of_row) code = random.below(60) - 1;
  return Chunklets(of_row);
}

TEST(Folds, NoChunkletStraddlesTwoAndEveryFoldHasSome) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Chunklets chunklets = random_chunklets(seed);
    const Folds folds = deal_folds(chunklets, 5, seed);
    EXPECT_EQ(folds.count, 5);
    std::map<Index, Index> fold_of;
    std::vector<Index> rows(5);
    for (Index row = 0; row < chunklets.rows(); ++row) {
      const Index fold = folds.of_row[static_cast<std::size_t>(row)];
      const Index code = chunklets.of(row);
      EXPECT_EQ(fold >= 0, code >= 0 && chunklets.size(code) >= 2);
      if (fold < 0) continue;
      EXPECT_EQ(fold_of.emplace(code, fold).first->second, fold);
      ++rows[static_cast<std::size_t>(fold)];
    }
    const auto [fewest, most] = std::minmax_element(rows.begin(), rows.end());
    EXPECT_LE(*most - *fewest, chunklets.largest());  // dealt to the one with the fewest
  }
}

TEST(Folds, SameSeedSameFolds) {
  const Chunklets chunklets = random_chunklets(1);
  EXPECT_EQ(deal_folds(chunklets, 5, 7).of_row, deal_folds(chunklets, 5, 7).of_row);
  EXPECT_NE(deal_folds(chunklets, 5, 7).of_row, deal_folds(chunklets, 5, 8).of_row);
}

TEST(Folds, RenamingChunkletsChangesNothing) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Chunklets chunklets = random_chunklets(seed);
    std::vector<Index> new_code(static_cast<std::size_t>(3 * chunklets.codes()));  // with gaps
    for (std::size_t i = 0; i < new_code.size(); ++i) new_code[i] = static_cast<Index>(i);
    Random(seed).shuffle(new_code);
    std::vector<Index> renamed = chunklets.of_row();
    for (Index& code : renamed)
      if (code >= 0) code = new_code[static_cast<std::size_t>(code)];
    EXPECT_EQ(deal_folds(Chunklets(renamed), 4, seed).of_row,
              deal_folds(chunklets, 4, seed).of_row);
  }
}

TEST(Folds, AreAtMostAsManyAsChunklets) {
  const Chunklets chunklets(std::vector<Index>{0, 0, 1, 1, 2, -1});
  const Folds folds = deal_folds(chunklets, 5, 1);
  EXPECT_EQ(folds.count, 2);
  EXPECT_EQ(folds.of_row[0], folds.of_row[1]);
  EXPECT_NE(folds.of_row[0], folds.of_row[2]);
  EXPECT_EQ(folds.of_row[4], -1);
  EXPECT_EQ(folds.of_row[5], -1);
  EXPECT_EQ(deal_folds(Chunklets(std::vector<Index>{-1, 0}), 5, 1).count, 0);
}

TEST(Folds, NoFoldsAreRefused) {
  EXPECT_EQ(message_of([] { deal_folds(Chunklets(), 0, 1); }), "folds = 0: must be at least 1");
}

}  // namespace
}  // namespace germane
