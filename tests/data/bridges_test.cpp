#include "germane/data/bridges.h"

#include "germane/base/random.h"
#include "germane/data/components.h"

#include <gtest/gtest.h>

#include <map>

namespace germane {
namespace {

TEST(Bridges, OfTwoTrianglesIsTheLinkBetween) {
  const std::vector<Bridge> found =
      find_bridges({{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}, {6, 7}}, 9);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].link.a, 2);
  EXPECT_EQ(found[0].link.b, 3);
  EXPECT_EQ(found[0].split_off, 3);
  EXPECT_EQ(found[1].split_off, 1);  // the pair 6, 7
}

TEST(Bridges, ALinkGivenTwiceIsNone) { EXPECT_TRUE(find_bridges({{0, 1}, {1, 0}}, 2).empty()); }

// By the definition: a link is a bridge when its set has more parts without it.
TEST(Bridges, AgreeWithTakingEachLinkAway) {
  Random random(1);
  for (int draw = 0; draw < 50; ++draw) {
    const Index rows = 12;
    std::vector<Link> links;
    for (int i = 0; i < 13; ++i) {
      const Index a = random.below(rows), b = random.below(rows);
      if (a != b) links.push_back({a, b});
    }
    std::size_t expected = 0;
    std::map<std::pair<Index, Index>, Index> sizes;
    for (std::size_t without = 0; without < links.size(); ++without) {
      Components joined(rows);
      for (std::size_t i = 0; i < links.size(); ++i)
        if (i != without) joined.join(links[i].a, links[i].b);
      const Index a = joined.root(links[without].a), b = joined.root(links[without].b);
      if (a == b) continue;
      ++expected;
      sizes[{links[without].a, links[without].b}] = std::min(joined.size(a), joined.size(b));
    }
    const std::vector<Bridge> found = find_bridges(links, rows);
    ASSERT_EQ(found.size(), expected);
    for (const Bridge& bridge : found)
      EXPECT_EQ(bridge.split_off, (sizes[{bridge.link.a, bridge.link.b}]));
  }
}

TEST(Bridges, AChainOfAMillion) {
  std::vector<Link> chain;
  for (Index i = 0; i + 1 < 1000000; ++i) chain.push_back({i, i + 1});
  const std::vector<Bridge> found = find_bridges(chain, 1000000);
  ASSERT_EQ(found.size(), 999999u);
  EXPECT_EQ(found[0].split_off, 500000);
}

}  // namespace
}  // namespace germane
