#include "germane/data/simulate.h"

#include "germane/base/error.h"
#include "germane/data/chunklets.h"

#include <gtest/gtest.h>

#include <set>

namespace germane {
namespace {

Codes three_classes(Index n) {
  std::vector<std::string> names;
  for (Index i = 0; i < n; ++i) names.push_back(i % 5 == 0 ? "a" : i % 2 == 0 ? "b" : "c");
  return encode(names);
}

TEST(SimulatePairs, LeavesTheComponentsAskedFor) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Codes labels = three_classes(150);
    Random random(seed);
    const std::vector<Link> links = simulate_pairs(labels, 0.7, random);
    const Chunklets closed = close_links(links, 150);
    EXPECT_EQ(150 - closed.points() + closed.count(), 105);
    std::set<std::pair<Index, Index>> seen;
    for (const Link& link : links) {
      EXPECT_EQ(labels.of_row[static_cast<std::size_t>(link.a)],
                labels.of_row[static_cast<std::size_t>(link.b)]);
      EXPECT_LT(link.a, link.b);
      EXPECT_TRUE(seen.insert({link.a, link.b}).second) << "no repeats";
    }
  }
}

TEST(SimulatePairs, EveryClassIsSampled) {
  const Codes labels = three_classes(100);
  std::set<Index> classes;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    for (const Link& link : simulate_pairs(labels, 0.9, random))
      classes.insert(labels.of_row[static_cast<std::size_t>(link.a)]);
  }
  EXPECT_EQ(classes.size(), 3u);
}

TEST(SimulatePairs, SameSeedSamePairs) {
  Random a(5), b(5);
  EXPECT_EQ(simulate_pairs(three_classes(60), 0.8, a), simulate_pairs(three_classes(60), 0.8, b));
}

TEST(SimulatePairs, EndsWhenTheLastJoinIsTooRare) {
  std::vector<std::string> names(20000, "a");
  names.resize(20002, "b");
  Random random(1);
  EXPECT_THROW(simulate_pairs(encode(names), 0.0001, random), InputError);
}

TEST(SimulatePairs, RefusesWhatIsNotToBeHad) {
  Random random(1);
  try {
    simulate_pairs(encode({"a", "a", "b", "b"}), 0.25, random);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "components = 0.25: must be at least 0.5, as 4 rows of these labels cannot fall into fewer "
        "than 2 components");
  }
}

}  // namespace
}  // namespace germane
