#include "germane/data/chunklets.h"

#include "germane/base/random.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <numeric>

namespace germane {
namespace {

using Numbers = std::vector<Index>;

TEST(Chunklets, AnExampleIsCounted) {
  // 0: rows 0 2 5; 1: row 1; 2: empty; 3: rows 3 6; row 4: none
  const Chunklets chunklets(Numbers{0, 1, 0, 3, -1, 0, 3});
  EXPECT_EQ(chunklets.rows(), 7);
  EXPECT_EQ(chunklets.codes(), 4);
  EXPECT_EQ(chunklets.count(), 2);
  EXPECT_EQ(chunklets.points(), 5);
  EXPECT_EQ(chunklets.singletons(), 1);
  EXPECT_EQ(chunklets.largest(), 3);
  EXPECT_EQ(chunklets.pairs(), 3 + 1);
  EXPECT_EQ(chunklets.size(2), 0);
  EXPECT_EQ(chunklets.of(4), -1);
  EXPECT_EQ(chunklets.members(), (std::vector<Numbers>{{0, 2, 5}, {1}, {}, {3, 6}}));
  EXPECT_FALSE(chunklets.named());
  EXPECT_EQ(chunklets.name(3), "3");
}

TEST(Chunklets, KeepTheirNames) {
  const Chunklets chunklets(encode({"s1", "s2", "", "s1"}));
  EXPECT_TRUE(chunklets.named());
  EXPECT_EQ(chunklets.name(1), "s2");
  EXPECT_EQ(chunklets.count(), 1);
}

TEST(Chunklets, NoneAreNone) {
  const Chunklets none;
  EXPECT_EQ(none.rows() + none.count() + none.points() + none.largest() + none.pairs(), 0);
  const Chunklets all_none(Numbers{-1, -1});
  EXPECT_EQ(all_none.codes(), 0);
}

TEST(Chunklets, WildNumbersAreRefused) {
  EXPECT_EQ(message_of([] {
              Chunklets(Numbers{0, -2});
            }),
            "row 1 (from 0): chunklet number -2 must be in [0, 16777215], or -1 for none; number "
            "the chunklets from 0");
  EXPECT_EQ(message_of([] { Chunklets(Numbers{Index{1} << 60}); }),
            "row 0 (from 0): chunklet number 1152921504606846976 must be in [0, 16777215], or -1 "
            "for none; number the chunklets from 0");
  EXPECT_EQ(message_of([] { Chunklets(Numbers{1}, {"a"}); }),
            "row 0 (from 0): chunklet number 1 must be in [0, 0], or -1 for none; number the "
            "chunklets from 0");
}

TEST(CloseLinks, ConnectedRowsBecomeChunkletsNumberedByFirstRow) {
  const Chunklets closed = close_links({{6, 5}, {1, 3}, {3, 6}, {0, 2}, {4, 4}}, 8);
  EXPECT_EQ(closed.of_row(), (Numbers{0, 1, 0, 1, -1, 1, 1, -1}));
  EXPECT_EQ(closed.count(), 2);
}

TEST(CloseLinks, GivenChunkletsAreClosedOver) {
  const Chunklets base(Numbers{2, 2, -1, 0, 0, 7});
  EXPECT_EQ(close_links({{1, 2}}, 6, &base).of_row(), (Numbers{0, 0, 0, 1, 1, -1}));
  EXPECT_EQ(close_links({{1, 4}}, 6, &base).of_row(), (Numbers{0, 0, -1, 0, 0, -1}));
  const Chunklets none;
  EXPECT_EQ(close_links({{0, 1}}, 2, &none).of_row(), (Numbers{0, 0}));
}

TEST(CloseLinks, TheOrderOfLinksAndOfTheirEndsChangesNothing) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<Link> links;
    for (int i = 0; i < 300; ++i) links.push_back({random.below(500), random.below(500)});
    const Chunklets closed = close_links(links, 500);
    for (int repeat = 0; repeat < 3; ++repeat) {
      random.shuffle(links);
      for (Link& link : links)
        if (random.below(2)) std::swap(link.a, link.b);
      EXPECT_EQ(close_links(links, 500).of_row(), closed.of_row());
    }
  }
}

TEST(CloseLinks, IsItsOwnClosure) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<Link> links;
    for (int i = 0; i < 50; ++i) links.push_back({random.below(100), random.below(100)});
    const Chunklets closed = close_links(links, 100);
    for (const Link& link : links) {
      if (link.a == link.b) continue;
      EXPECT_EQ(closed.of(link.a), closed.of(link.b));
      EXPECT_GE(closed.of(link.a), 0);
    }
    EXPECT_EQ(close_links({}, 100, &closed).of_row(), closed.of_row());
  }
}

// Chains are what recursion and plain union-find fail on.
TEST(CloseLinks, AMillionLinksInARowTakeNoTime) {
  constexpr Index kRows = 1000001;
  std::vector<Link> chain(kRows - 1);
  for (Index i = 0; i + 1 < kRows; ++i) chain[static_cast<std::size_t>(i)] = {i, i + 1};
  std::vector<Link> backwards(chain.rbegin(), chain.rend()), shuffled = chain;
  Random(1).shuffle(shuffled);
  for (const auto* links : {&chain, &backwards, &shuffled}) {
    const std::clock_t start = std::clock();  // of the processor: other programs do not count
    const Chunklets closed = close_links(*links, kRows);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_EQ(closed.count(), 1);
    EXPECT_EQ(closed.largest(), kRows);
    EXPECT_LT(seconds, 10);  // generous, for sanitizers; quadratic would take hours
  }
}

TEST(CloseLinks, RowsThatAreNotThereAreRefused) {
  EXPECT_EQ(message_of([] {
              close_links({{0, 1}, {3, 10}}, 10);
            }),
            "must-link 3 - 10: row 10 is not among the 10 rows (counted from 0)");
  EXPECT_EQ(message_of([] {
              close_links({{-1, 1}}, 10);
            }),
            "must-link -1 - 1: row -1 is not among the 10 rows (counted from 0)");
  const Chunklets base(Numbers{0, 0});
  EXPECT_EQ(message_of([&] { close_links({}, 3, &base); }),
            "chunklets were given for 2 rows, but there are 3 rows");
}

}  // namespace
}  // namespace germane
