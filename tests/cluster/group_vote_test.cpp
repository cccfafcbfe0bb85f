#include "germane/cluster/group_vote.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using Clusters = std::vector<Index>;

TEST(GroupVote, MostRowsWinAndOfEqualOnesTheLowestNumber) {
  EXPECT_EQ(vote_in_groups({2, 2, 0, 1, 0}, Chunklets({0, 0, 0, 1, 1}), 3),
            (Clusters{2, 2, 2, 0, 0}));
}

TEST(GroupVote, RowsWithoutAGroupKeepTheirs) {
  EXPECT_EQ(vote_in_groups({2, 1, 0}, Chunklets({-1, -1, -1}), 3), (Clusters{2, 1, 0}));
  EXPECT_EQ(vote_in_groups({2, 1, 1, 2}, Chunklets({-1, 5, 5, 5}), 3), (Clusters{2, 1, 1, 1}));
}

TEST(GroupVote, OneGroupsVotesDoNotCountInTheNext) {
  EXPECT_EQ(vote_in_groups({1, 1, 1, 0, 0, 1}, Chunklets({0, 0, 0, 1, 1, 1}), 2),
            (Clusters{1, 1, 1, 0, 0, 0}));
}

}  // namespace
}  // namespace germane
