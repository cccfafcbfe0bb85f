#include "germane/data/simulate.h"

#include "germane/base/error.h"
#include "germane/data/chunklets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace germane {

namespace {

Codes three_classes(Index n) {
  std::vector<std::string> names;
  for (Index i = 0; i < n; ++i) names.push_back(i % 5 == 0 ? "a" : i % 2 == 0 ? "b" : "c");
  return encode(names);
}

// Classes of 5, 4, 3, 2 and 1 rows, mixed, and five rows without a label: 10 + 6 + 3 + 1 pairs of
// one label, and (15 * 14) / 2 - 20 = 85 of different ones.
Codes mixed_classes() {
  return encode({"a", "b", "", "c", "d", "a", "b", "",  "c", "d",
                 "a", "b", "", "c", "a", "b", "",  "a", "e", "-1"});
}
constexpr Index kSamePairs = 20, kDifferentPairs = 85;

void expect_links(const std::vector<Link>& links, const Codes& labels, bool same) {
  std::set<std::pair<Index, Index>> seen;
  for (const Link& link : links) {
    ASSERT_LT(link.a, link.b);
    EXPECT_TRUE(labels.known(link.a) && labels.known(link.b));
    EXPECT_EQ(labels.of_row[at(link.a)] == labels.of_row[at(link.b)], same);
    EXPECT_TRUE(seen.insert({link.a, link.b}).second) << "no repeats";
  }
}

void expect_pure(const Chunklets& chunklets, const Codes& labels) {
  for (const std::vector<Index>& members : chunklets.members()) {
    ASSERT_GE(members.size(), 2u);
    for (const Index row : members) {
      EXPECT_TRUE(labels.known(row));
      EXPECT_EQ(labels.of_row[at(row)], labels.of_row[at(members[0])]);
    }
  }
}

// Of `all` things `count` were drawn at a time, so often each: Pearson's statistic with the
// variance of draws without repeats, which follows chi-square with all - 1 degrees of freedom.
double chi_square(const std::vector<double>& counts, double count, double draws) {
  const auto all = static_cast<double>(counts.size());
  const double expected = draws * count / all;
  double sum = 0;
  for (const double seen : counts) sum += (seen - expected) * (seen - expected);
  return sum / (expected * (1 - count / all)) * (all - 1) / all;
}
// Exceeded once in 1,000 seeds (Wilson and Hilferty's approximation); ours are fixed.
double chi_square_limit(double degrees) {
  const double share = 2 / (9 * degrees);
  return degrees * std::pow(1 - share + 3.09 * std::sqrt(share), 3);
}

template <class Draw>
void expect_uniform(Index all, Index count, Draw draw) {
  constexpr int kDraws = 4000;
  std::map<std::pair<Index, Index>, double> seen;
  Random random(11);
  for (int i = 0; i < kDraws; ++i) {
    const std::vector<Link> links = draw(random);
    ASSERT_EQ(links.size(), at(count));
    for (const Link& link : links) seen[{link.a, link.b}] += 1;
  }
  ASSERT_EQ(seen.size(), at(all)) << "every pair is reachable";
  std::vector<double> counts;
  for (const auto& [pair, times] : seen) counts.push_back(times);
  EXPECT_LT(chi_square(counts, static_cast<double>(count), kDraws),
            chi_square_limit(static_cast<double>(all - 1)));
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

TEST(SimulatePairs, IsUniformOverPairs) {
  // 19 of 20 components: a single pair.
  expect_uniform(kSamePairs, 1,
                 [](Random& random) { return simulate_pairs(mixed_classes(), 0.95, random); });
}

TEST(SimulateRatio, DrawsExactlyTheShareOfSameLabelPairs) {
  const Codes labels = three_classes(150);
  Index all = 0;
  for (const auto& members : Chunklets(labels).members())
    all += static_cast<Index>(members.size() * (members.size() - 1) / 2);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const double ratio = 0.001 + 0.0497 * static_cast<double>(seed);
    const std::vector<Link> links = simulate_ratio(labels, ratio, random);
    EXPECT_EQ(static_cast<Index>(links.size()), std::llround(ratio * static_cast<double>(all)));
    expect_links(links, labels, true);
  }
}

TEST(SimulateRatio, OfOneIsEveryPair) {
  Random random(3);
  const std::vector<Link> links = simulate_ratio(mixed_classes(), 1, random);
  EXPECT_EQ(links.size(), at(kSamePairs));
  expect_links(links, mixed_classes(), true);
}

TEST(SimulateRatio, IsUniformOverPairs) {
  expect_uniform(kSamePairs, 5,
                 [](Random& random) { return simulate_ratio(mixed_classes(), 0.25, random); });
}

TEST(SimulateRatio, OrderIsRandomToo) {
  expect_uniform(kSamePairs, 1, [](Random& random) {
    return std::vector<Link>{simulate_ratio(mixed_classes(), 0.25, random).front()};
  });
}

TEST(SimulateRatio, PairsFarOutInALargeClassAreRowsOfIt) {
  // 4.5e12 pairs: their numbers need more digits than a float has, and the draw is still of few.
  const Codes labels{.of_row = std::vector<Index>(3'000'000, 0), .names = {"a"}};
  Random random(1);
  const std::vector<Link> links = simulate_ratio(labels, 1e-9, random);
  EXPECT_EQ(links.size(), 4500u);
  expect_links(links, labels, true);
  EXPECT_GT(links[0].b, 0);
}

TEST(SimulateCannotLinks, DrawsExactlySoManyPairsOfDifferentLabels) {
  for (const Index count : {Index{0}, Index{1}, Index{40}, kDifferentPairs}) {
    Random random(4);
    const std::vector<Link> links = simulate_cannot_links(mixed_classes(), count, random);
    EXPECT_EQ(links.size(), at(count));
    expect_links(links, mixed_classes(), false);
  }
}

TEST(SimulateCannotLinks, IsUniformOverPairs) {
  expect_uniform(kDifferentPairs, 10,
                 [](Random& random) { return simulate_cannot_links(mixed_classes(), 10, random); });
}

TEST(SimulateTeachers, SubsetsAreDisjointAndOfTheSizeAskedFor) {
  const Codes labels = mixed_classes();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const SimulatedTeachers drawn = simulate_teachers(labels, 3, 5, random);
    for (Index teacher = 0; teacher < 3; ++teacher)
      EXPECT_EQ(std::count(drawn.of_row.begin(), drawn.of_row.end(), teacher), 5);
    for (Index row = 0; row < labels.rows(); ++row)
      EXPECT_EQ(drawn.of_row[at(row)] >= 0, labels.known(row)) << "15 rows have a label";
  }
}

TEST(SimulateTeachers, ChunkletsAreTheClassesAsEachTeacherSeesThem) {
  const Codes labels = three_classes(150);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const SimulatedTeachers drawn = simulate_teachers(labels, 9, 6, random);
    expect_pure(drawn.chunklets, labels);
    std::map<std::pair<Index, Index>, std::vector<Index>> seen;  // by teacher and class
    for (Index row = 0; row < labels.rows(); ++row)
      if (drawn.of_row[at(row)] >= 0)
        seen[{drawn.of_row[at(row)], labels.of_row[at(row)]}].push_back(row);
    std::set<std::vector<Index>> expected, found;
    for (const auto& [who, rows] : seen)
      if (rows.size() >= 2) expected.insert(rows);
    for (const std::vector<Index>& members : drawn.chunklets.members()) found.insert(members);
    EXPECT_EQ(found, expected);
  }
}

TEST(SimulateTeachers, MeanChunkletIsOfTheSizeThePaperExpects) {
  // 100 classes of 200 rows, and teachers who see r = 2 rows a class [BarHillelTR03, App. C].
  Codes labels;
  for (Index row = 0; row < 20000; ++row) labels.of_row.push_back(row % 100);
  for (Index c = 0; c < 100; ++c) labels.names.push_back(std::to_string(c));
  const double r = 2, e = std::exp(-r);
  const double expected = r * (1 - e) / (1 - (r + 1) * e);
  EXPECT_NEAR(expected, 2.9, 0.05);
  Random random(2);
  const Chunklets drawn = simulate_teachers(labels, 90, 200, random).chunklets;
  // About 5,300 chunklets, whose sizes have a standard deviation of 1.1: four standard errors.
  EXPECT_NEAR(static_cast<double>(drawn.points()) / static_cast<double>(drawn.count()), expected,
              4 * 1.1 / std::sqrt(5300.0));
}

TEST(SimulateTeachers, EveryRowIsSeenEquallyOften) {
  constexpr int kDraws = 4000;
  std::vector<double> counts(20);
  Random random(6);
  for (int i = 0; i < kDraws; ++i) {
    const SimulatedTeachers drawn = simulate_teachers(mixed_classes(), 2, 5, random);
    for (Index row = 0; row < 20; ++row) counts[at(row)] += drawn.of_row[at(row)] >= 0 ? 1 : 0;
  }
  std::erase(counts, 0.0);
  ASSERT_EQ(counts.size(), 15u);
  EXPECT_LT(chi_square(counts, 10, kDraws), chi_square_limit(14));
}

TEST(SimulateChunklets, AllHaveTheSizeAndThereAreAsManyAsTheShareYields) {
  const Codes labels = three_classes(150);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Chunklets drawn = simulate_chunklets(labels, 4, 0.5, random);
    EXPECT_EQ(drawn.count(), 18);  // 75 / 4
    for (Index c = 0; c < drawn.codes(); ++c) EXPECT_EQ(drawn.size(c), 4);
    expect_pure(drawn, labels);
  }
}

TEST(SimulateChunklets, EveryClassIsReachable) {
  std::set<Index> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Chunklets drawn = simulate_chunklets(mixed_classes(), 2, 0.2, random);
    expect_pure(drawn, mixed_classes());
    for (const auto& members : drawn.members()) seen.insert(mixed_classes().of_row[at(members[0])]);
  }
  EXPECT_EQ(seen.size(), 4u) << "a, b, c, d; e has one row";
}

TEST(SimulateChunklets, EveryPairOfAClassIsDrawnEquallyOften) {
  // One chunklet of two rows, of classes that are cut evenly: one of 6 + 6 pairs.
  const Codes labels = encode({"a", "b", "a", "", "a", "b", "b", "a", "b"});
  expect_uniform(12, 1, [&](Random& random) {
    const Chunklets drawn = simulate_chunklets(labels, 2, 0.25, random);
    const std::vector<Index> members = drawn.members().at(0);
    return std::vector<Link>{{members.at(0), members.at(1)}};
  });
}

TEST(SimulateRuns, WorkedExample) {
  // Stretches of 5, 1, 1, (2 without label), 2 and 4 rows, cut into threes; rests of one row are
  // left out.
  const Codes labels =
      encode({"a", "a", "a", "a", "a", "b", "a", "", "", "b", "b", "a", "a", "a", "a"});
  const Chunklets runs = simulate_runs(labels, 3);
  EXPECT_EQ(runs.of_row(), (std::vector<Index>{0, 0, 0, 1, 1, -1, -1, -1, -1, 2, 2, 3, 3, 3, -1}));
}

TEST(SimulateRuns, AreOfOneLabelConsecutiveAndNoLongerThanAsked) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Codes labels{.of_row = {}, .names = {"a", "b", "c"}};
    for (Index row = 0, label = 0; row < 300; ++row) {
      if (random.uniform() < 0.2) label = random.below(4) - 1;
      labels.of_row.push_back(label);
    }
    const Index length = 2 + random.below(5);
    const Chunklets runs = simulate_runs(labels, length);
    expect_pure(runs, labels);
    for (const std::vector<Index>& members : runs.members()) {
      EXPECT_LE(static_cast<Index>(members.size()), length);
      EXPECT_EQ(members.back() - members.front() + 1, static_cast<Index>(members.size()));
    }
  }
}

TEST(Simulate, SameSeedSameDraw) {
  const Codes labels = three_classes(60);
  Random a(5), b(5);
  EXPECT_EQ(simulate_ratio(labels, 0.1, a), simulate_ratio(labels, 0.1, b));
  EXPECT_EQ(simulate_cannot_links(labels, 9, a), simulate_cannot_links(labels, 9, b));
  EXPECT_EQ(simulate_teachers(labels, 3, 6, a).of_row, simulate_teachers(labels, 3, 6, b).of_row);
  EXPECT_EQ(simulate_chunklets(labels, 3, 0.5, a).of_row(),
            simulate_chunklets(labels, 3, 0.5, b).of_row());
}

}  // namespace
}  // namespace germane
