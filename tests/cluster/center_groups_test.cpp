#include "germane/cluster/center_groups.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace germane {
namespace {

// Four bunches of four far apart, shuffled: every four in the order are a bunch.
TEST(CenterGroups, CentresNearEachOtherStandTogether) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<Index> bunch = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    random.shuffle(bunch);
    RowMatrix<double> centers(16, 3);
    for (Index c = 0; c < 16; ++c) {
      const double place = 100.0 * static_cast<double>(bunch[static_cast<std::size_t>(c)]);
      centers.row(c) << place + random.normal(), random.normal(), random.normal();
    }
    const std::vector<Index> order = group_centers(centers, 4);
    for (std::size_t i = 0; i < 16; ++i)
      EXPECT_EQ(bunch[static_cast<std::size_t>(order[i])],
                bunch[static_cast<std::size_t>(order[i / 4 * 4])]);
  }
}

TEST(CenterGroups, EveryCentreStandsOnce) {
  for (const Index k : {1, 2, 15, 16, 17, 100}) {
    const RowMatrix<double> equal = RowMatrix<double>::Ones(k, 2);
    std::vector<Index> order = group_centers(equal, 16);
    std::sort(order.begin(), order.end());
    ASSERT_EQ(static_cast<Index>(order.size()), k);
    for (Index c = 0; c < k; ++c) EXPECT_EQ(order[static_cast<std::size_t>(c)], c);
  }
}

}  // namespace
}  // namespace germane
