#include "germane/stats/share.h"

#include "thread_ranks.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

TEST(Share, OfOneProcessIsEverything) {
  const Share share;
  EXPECT_FALSE(share.dealt());
  EXPECT_TRUE(share.leads());
  EXPECT_EQ(share.first(), 0);
  EXPECT_EQ(share.all(7), 7);
  EXPECT_EQ(share.find(3), 3);
  EXPECT_EQ(share.sum("test", 2.5), 2.5);
  EXPECT_EQ(share.list("test", 2.5), std::vector<double>{2.5});
}

// Ranks of 0, 2 and 4 rows: rows 0, 1 are on rank 1, rows 2 to 5 on rank 2.
TEST(Share, NumbersRowsOverTheRanks) {
  run_sound_ranks(3, [](Ranks& ranks) {
    const Share share(ranks, 2 * ranks.rank());
    EXPECT_EQ(share.all(2 * ranks.rank()), 6);
    EXPECT_EQ(share.first(), ranks.rank() == 2 ? 2 : 0);
    EXPECT_EQ(share.find(1), ranks.rank() == 1 ? 1 : -1);
    EXPECT_EQ(share.find(5), ranks.rank() == 2 ? 3 : -1);
    EXPECT_EQ(share.sum("test", 1.0 * ranks.rank()), 3);
    EXPECT_EQ(share.list("test", 1.0 * ranks.rank()), (std::vector<double>{0, 1, 2}));
  });
}

}  // namespace
}  // namespace germane
