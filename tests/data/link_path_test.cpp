#include "germane/data/link_path.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

TEST(LinkPath, IsTheShortest) {
  // A ring of ten and a chord.
  std::vector<Link> links;
  for (Index i = 0; i < 10; ++i) links.push_back({i, (i + 1) % 10});
  EXPECT_EQ(shortest_link_path(links, {}, 0, 3, 12), (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(shortest_link_path(links, {}, 0, 8, 12), (std::vector<Index>{0, 9, 8}));
  links.push_back({1, 7});
  EXPECT_EQ(shortest_link_path(links, {}, 0, 7, 12), (std::vector<Index>{0, 1, 7}));
  EXPECT_TRUE(shortest_link_path(links, {}, 0, 11, 12).empty());
  EXPECT_EQ(shortest_link_path(links, {}, 4, 4, 12), (std::vector<Index>{4}));
}

TEST(LinkPath, GoesThroughGroups) {
  const Chunklets groups({0, 0, -1, 1, 1, -1});
  EXPECT_EQ(shortest_link_path({{1, 2}, {2, 3}}, groups, 0, 4, 6),
            (std::vector<Index>{0, 1, 2, 3, 4}));
}

TEST(LinkPath, OfAMillionLinksIsFoundAtOnce) {
  std::vector<Link> chain;
  for (Index i = 0; i + 1 < 1000000; ++i) chain.push_back({i, i + 1});
  EXPECT_EQ(shortest_link_path(chain, {}, 0, 999999, 1000000).size(), 1000000u);
}

TEST(LinkPath, TextCountsTheMiddleOfALongOne) {
  std::vector<Index> path;
  for (Index i = 0; i < 9; ++i) path.push_back(i);
  EXPECT_EQ(link_path_text(path, {}), "0 = 1 = 2 = 3 = 4 = 5 = 6 = 7 = 8");
  path.push_back(9);
  EXPECT_EQ(link_path_text(path, {}), "0 = 1 = 2 = 3 = (2 more) = 6 = 7 = 8 = 9");
}

}  // namespace
}  // namespace germane
