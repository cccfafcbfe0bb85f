#include "germane/data/side_information.h"

#include "germane/base/random.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

using Numbers = std::vector<Index>;

SideInformation random_side(std::uint64_t seed) {
  Random random(seed);
  SideInformation side;
  side.rows = 200;
  Numbers groups(200);
  for (Index& group : groups) group = random.below(100) - 1;
  side.given = Chunklets(groups);
  std::vector<std::string> labels;
  for (Index i = 0; i < 200; ++i) labels.push_back(std::to_string(random.below(4) - 1));
  side.labels = encode(labels);
  for (int i = 0; i < 15; ++i) side.must_links.push_back({random.below(200), random.below(200)});
  const Chunklets closed = closed_chunklets(side);
  while (side.cannot_links.size() < 100) {
    const Link link{random.below(200), random.below(200), 2};
    const Index a = closed.of(link.a), b = closed.of(link.b);
    if (link.a != link.b && (a < 0 || a != b)) side.cannot_links.push_back(link);
  }
  return side;
}

TEST(SideInformation, SaysWhatItHolds) {
  SideInformation side;
  side.rows = 3;
  EXPECT_TRUE(side.empty());
  side.given = Chunklets(Numbers{0, 1, -1});  // only single rows: they say nothing
  EXPECT_FALSE(side.has_chunklets());
  EXPECT_TRUE(side.empty());
  side.must_links = {{0, 1}};
  EXPECT_TRUE(side.has_links());
  EXPECT_FALSE(side.empty());
}

TEST(ClosedChunklets, GroupsKeepTheirNamesWithoutMustLinks) {
  SideInformation side;
  side.rows = 4;
  side.given = Chunklets(encode({"b", "a", "b", "a"}));
  EXPECT_EQ(closed_chunklets(side).name(1), "a");
  side.must_links = {{0, 1}};
  const Chunklets closed = closed_chunklets(side);
  EXPECT_FALSE(closed.named());
  EXPECT_EQ(closed.of_row(), (Numbers{0, 0, 0, 0}));
}

TEST(ClosedChunklets, NothingGivenIsNoChunklet) {
  SideInformation side;
  side.rows = 3;
  EXPECT_EQ(closed_chunklets(side).of_row(), (Numbers{-1, -1, -1}));
}

TEST(ClosedChunklets, ContradictionsAreRefused) {
  SideInformation side;
  side.rows = 5;
  side.must_links = {{0, 1}, {1, 2}};
  side.cannot_links = {{0, 3}, {0, 2}};
  EXPECT_EQ(message_of<NumericalError>([&] { closed_chunklets(side); }),
            "cannot-link 0 - 2: groups and must-links put both rows into one chunklet, by 0 = 1 = "
            "2; remove this link or one of those");
  side.cannot_links = {{4, 4}};
  EXPECT_EQ(message_of([&] { closed_chunklets(side); }),
            "cannot-link 4 - 4: a row cannot differ from itself; remove the link");
  side.cannot_links = {{4, 5}};
  EXPECT_EQ(message_of([&] { closed_chunklets(side); }),
            "cannot-link 4 - 5: row 5 is not among the 5 rows (counted from 0)");
  side.cannot_links = {{3, 4}};  // both in no chunklet: that is fine
  EXPECT_NO_THROW(closed_chunklets(side));
}

TEST(Split, NoChunkletHasRowsInBothParts) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SideInformation side = random_side(seed);
    const SideInformationSplit parts = split(side, 0.3, seed);
    EXPECT_EQ(parts.kept.rows, 200);
    EXPECT_EQ(parts.held_out.rows, 200);
    const Chunklets all = closed_chunklets(side);
    const Chunklets kept = closed_chunklets(parts.kept);
    const Chunklets held = closed_chunklets(parts.held_out);
    for (Index row = 0; row < 200; ++row) {
      // Every linked row is still linked, on one side.
      const auto linked = [&](const Chunklets& c) {
        return c.of(row) >= 0 && c.size(c.of(row)) >= 2;
      };
      EXPECT_EQ(linked(kept) + linked(held), linked(all));
    }
    EXPECT_EQ(kept.count() + held.count(), all.count());
    EXPECT_EQ(kept.pairs() + held.pairs(), all.pairs());
    EXPECT_EQ(held.count(), std::llround(0.3 * static_cast<double>(all.count())));
  }
}

TEST(Split, NothingIsLostOrDoubled) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SideInformation side = random_side(seed);
    const auto [kept, held_out] = split(side, 0.5, seed);
    EXPECT_EQ(kept.must_links.size() + held_out.must_links.size(), side.must_links.size());
    EXPECT_EQ(kept.cannot_links.size() + held_out.cannot_links.size(), side.cannot_links.size());
    EXPECT_EQ(kept.labels.names, side.labels.names);
    for (Index row = 0; row < side.rows; ++row) {
      const auto at = static_cast<std::size_t>(row);
      EXPECT_EQ(std::max(kept.labels.of_row[at], held_out.labels.of_row[at]),
                side.labels.of_row[at]);
      EXPECT_EQ(std::min(kept.labels.of_row[at], held_out.labels.of_row[at]), -1);
      EXPECT_EQ(std::max(kept.given.of(row), held_out.given.of(row)), side.given.of(row));
      EXPECT_EQ(std::min(kept.given.of(row), held_out.given.of(row)), -1);
    }
    const Chunklets held = closed_chunklets(held_out);
    for (const Link& link : held_out.cannot_links)
      EXPECT_TRUE(held.of(link.a) >= 0 && held.of(link.b) >= 0);
    for (const Link& link : kept.cannot_links)
      EXPECT_FALSE(held.of(link.a) >= 0 && held.of(link.b) >= 0);
  }
}

TEST(Split, IsDecidedByTheSeed) {
  const SideInformation side = random_side(3);
  const auto kept = [&](std::uint64_t seed) { return split(side, 0.5, seed).kept.given.of_row(); };
  EXPECT_EQ(kept(1), kept(1));
  EXPECT_NE(kept(1), kept(2));
}

TEST(Split, HoldsOutAtLeastOneAndNeverAll) {
  SideInformation side;
  side.rows = 6;
  side.given = Chunklets(encode({"a", "a", "b", "b", "c", "c"}));
  EXPECT_EQ(split(side, 0.001, 1).held_out.given.count(), 1);
  EXPECT_EQ(split(side, 0.999, 1).kept.given.count(), 1);
  EXPECT_TRUE(split(side, 0.5, 1).held_out.given.named());
}

TEST(Split, ImpossibleSplitsAreRefused) {
  SideInformation side;
  side.rows = 4;
  side.must_links = {{0, 1}, {1, 2}};
  EXPECT_EQ(message_of([&] { split(side, 0.5, 1); }),
            "1 component of rows known to belong together: holding some out needs at least 2");
  side.must_links = {{0, 1}, {3, 2}};
  for (const double share : {0.0, 1.0, -1.0, std::nan("")})
    EXPECT_EQ(message_of([&] { split(side, share, 1); }),
              fmt::format("share = {}: must be in (0, 1)", share));
  side.labels.of_row = {0, 0};
  EXPECT_EQ(message_of([&] { split(side, 0.5, 1); }),
            "labels were given for 2 rows, but there are 4 rows");
}

}  // namespace
}  // namespace germane
