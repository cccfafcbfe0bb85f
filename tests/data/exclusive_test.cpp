#include "germane/data/exclusive.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace germane {
namespace {

constexpr Index kEnough = 1000000;

// The size of the largest set, by trying all of them.
std::size_t by_trying(const std::vector<Link>& links, int rows) {
  std::vector<unsigned> apart(static_cast<std::size_t>(rows), 0);
  for (const Link& link : links) {
    apart[static_cast<std::size_t>(link.a)] |= 1u << link.b;
    apart[static_cast<std::size_t>(link.b)] |= 1u << link.a;
  }
  int best = 0;
  for (unsigned set = 1; set < 1u << rows; ++set) {
    bool exclusive = true;
    for (int i = 0; i < rows && exclusive; ++i)
      if (set >> i & 1) exclusive = (set & ~apart[static_cast<std::size_t>(i)]) == 1u << i;
    if (exclusive) best = std::max(best, std::popcount(set));
  }
  return best < 2 ? 0 : static_cast<std::size_t>(best);
}

TEST(Exclusive, IsTheLargestSetOfRandomLinks) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const int rows = 4 + static_cast<int>(random.below(9));
    const double share = 0.1 + 0.8 * random.uniform();
    std::vector<Link> links;
    for (Index i = 0; i < rows; ++i)
      for (Index j = i + 1; j < rows; ++j)
        if (random.uniform() < share) links.push_back({i, j});
    const ExclusiveSet found = find_exclusive({}, links, kEnough);
    EXPECT_TRUE(found.largest);
    ASSERT_EQ(found.rows.size(), by_trying(links, rows));
    for (const Index a : found.rows)
      for (const Index b : found.rows)
        EXPECT_TRUE(a == b || std::any_of(links.begin(), links.end(), [&](const Link& link) {
                      return std::minmax(link.a, link.b) == std::minmax(a, b);
                    }));
  }
}

TEST(Exclusive, LinksOfAChunkletsRowsAreTheChunklets) {
  // 0-1 and 2-3 are chunklets; 0 excludes 2, 3 excludes 4, 1 excludes 4: three that exclude each
  // other.
  const ExclusiveSet found =
      find_exclusive(Chunklets({0, 0, 1, 1, -1}), {{0, 2}, {3, 4}, {1, 4}, {4, 1}}, kEnough);
  EXPECT_EQ(found.rows, (std::vector<Index>{0, 2, 4}));
}

TEST(Exclusive, NothingExcludesNothing) {
  EXPECT_TRUE(find_exclusive({}, {}, kEnough).rows.empty());
}

TEST(Exclusive, SaysWhenItIsNotDecided) {
  Random random(2);
  std::vector<Link> links;
  for (Index i = 0; i < 120; ++i)
    for (Index j = i + 1; j < 120; ++j)
      if (random.uniform() < 0.7) links.push_back({i, j});
  const ExclusiveSet found = find_exclusive({}, links, 50);
  EXPECT_FALSE(found.largest);
  EXPECT_GT(found.rows.size(), 8u);
}

TEST(Exclusive, AMillionLinksAreNoMatter) {
  Random random(3);
  std::vector<Link> links;
  for (Index i = 0; i < 1000000; ++i) {
    const Index a = random.below(400000), b = random.below(400000);
    if (a != b) links.push_back({a, b});
  }
  for (Index i = 0; i < 6; ++i)
    for (Index j = i + 1; j < 6; ++j) links.push_back({1000 * i, 1000 * j});
  const ExclusiveSet found = find_exclusive({}, links, kEnough);
  EXPECT_TRUE(found.largest);
  EXPECT_EQ(found.rows, (std::vector<Index>{0, 1000, 2000, 3000, 4000, 5000}));
}

}  // namespace
}  // namespace germane
