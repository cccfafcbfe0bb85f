#include "germane/cluster/constrained_kmeans.h"

#include "germane/data/planted.h"
#include "germane/data/simulate.h"
#include "tests/cluster/links_for_tests.h"

namespace germane {
namespace {

constexpr int kSeeds = 20;

// 0, 1, 9, 10, 11 with 1 = 9: the chunklet {1, 9} has mean 5 and 32 of its own about it. With {0}
// it costs 32 + 2/3 * 25 = 48.67 and leaves {10, 11} 0.5; with {10, 11} 59.. - so {0, 1, 9}, {10,
// 11}.
TEST(ConstrainedKmeans, WorkedExampleOnALine) {
  const RowMatrix<double> rows = column({0, 1, 9, 10, 11});
  const ConstrainedClusters c = constrained(rows, links(5, {{1, 2}}, {}), {.k = 2});
  EXPECT_EQ(c.cluster, (std::vector<Index>{0, 0, 0, 1, 1}));
  EXPECT_EQ(c.sizes, (std::vector<Index>{3, 2}));
  EXPECT_NEAR(c.inertia, 32 + 50.0 / 3 + 0.5, 1e-12);
  EXPECT_NEAR(c.centers(0, 0), 10.0 / 3, 1e-14);
  EXPECT_EQ(c.objective, c.inertia);
  EXPECT_EQ(c.chunklets, 1);
  EXPECT_TRUE(c.converged);
}

// A greedy pass that gives 0 and 1 different clusters leaves none for 2.
TEST(ConstrainedKmeans, TwoCannotLinksToOneRowAreSolvedForEverySeed) {
  for (int seed = 0; seed < 50; ++seed) {
    const RowMatrix<double> rows = random_rows(3, 2, static_cast<std::uint64_t>(seed));
    const ConstrainedClusters c =
        constrained(rows, links(3, {}, {{0, 2}, {1, 2}}), {.k = 2, .restarts = 1, .seed = seed});
    EXPECT_EQ(c.cluster, (std::vector<Index>{0, 0, 1})) << seed;
  }
}

TEST(ConstrainedKmeans, MustLinksToARowOfClusterZeroAreKept) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RowMatrix<double> rows = column({0, 0.1, 0.2, 10, 10.1, 10.2});
    const SideInformation side = links(6, {{0, 5}}, {});
    const ConstrainedClusters c = constrained(rows, side, {.k = 2, .restarts = 1, .seed = seed});
    EXPECT_EQ(c.cluster[5], 0);
    EXPECT_EQ(c.cluster[0], 0);
    EXPECT_EQ(violations(c.cluster, side), 0);
  }
}

TEST(ConstrainedKmeans, AllLinksHoldAndTheObjectiveNeverRises) {
  for (int seed = 0; seed < 3 * kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Index n = 20 + 10 * (seed % 10), k = 2 + seed % 5;
    const RowMatrix<double> rows = random_rows(n, 1 + seed % 4, random.bits());
    const SideInformation side = feasible_links(n, k, n * (1 + seed % 3) / 2, random);
    for (const char* start : {"k-means++", "random"}) {
      ConstrainedClusters c;
      try {
        c = constrained(rows, side, {.k = k, .restarts = 2, .start = start, .seed = seed});
      } catch (const InputError& error) {  // links left fewer than k nodes
        EXPECT_NE(std::string(error.what()).find("chunklets are not divided"), std::string::npos);
        continue;
      }
      EXPECT_EQ(violations(c.cluster, side), 0) << seed;
      EXPECT_EQ(c.must_violated + c.cannot_violated, 0);
      EXPECT_TRUE(c.converged);
      EXPECT_EQ(*std::min_element(c.sizes.begin(), c.sizes.end()) > 0, true) << seed;
      EXPECT_NEAR(c.inertia, inertia_of(rows, c.cluster, k), 1e-10 * c.inertia) << seed;
      EXPECT_EQ(c.trace.size(), at(c.iterations + 1));
      expect_never_rises(c.trace);
    }
  }
}

// Each row of a large component is linked to many, so that no list of all labellings would do.
TEST(ConstrainedKmeans, LinksHoldInOneLargeComponent) {
  for (int seed = 0; seed < 5; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const RowMatrix<double> rows = random_rows(1500, 3, random.bits());
    const SideInformation side = feasible_links(1500, 4, 1500, random);
    const ConstrainedClusters c = constrained(rows, side, {.k = 4, .restarts = 2, .seed = seed});
    EXPECT_GT(c.largest_component, 100);
    EXPECT_EQ(violations(c.cluster, side), 0);
    expect_never_rises(c.trace);
  }
}

// So many cannot-links that only the names of the clusters are left to choose: no greedy pass by
// distances, which know nothing of it, finds that labelling.
TEST(ConstrainedKmeans, LinksHoldWhereOneLabellingIsLeft) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const RowMatrix<double> rows = random_rows(150, 3, random.bits());
    SideInformation side = feasible_links(150, 3, 1200, random);
    side.must_links.clear();
    const ConstrainedClusters c = constrained(rows, side, {.k = 3, .restarts = 1, .seed = seed});
    EXPECT_EQ(violations(c.cluster, side), 0) << seed;
    expect_never_rises(c.trace);
  }
}

TEST(ConstrainedKmeans, ManyStartsReachTheLeastOfAllClusters) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(100 + seed));
    const Index n = 8, k = 2 + seed % 2;
    const RowMatrix<double> rows = random_rows(n, 2, random.bits());
    const SideInformation side = feasible_links(n, k, 4, random);
    const double least = least_of_all(n, k, [&](const std::vector<Index>& cluster) {
      return violations(cluster, side) > 0 ? std::numeric_limits<double>::infinity()
                                           : inertia_of(rows, cluster, k);
    });
    const ConstrainedClusters c = constrained(rows, side, {.k = k, .restarts = 100, .seed = seed});
    EXPECT_NEAR(c.inertia, least, 1e-10 * least) << seed;
  }
}

TEST(ConstrainedKmeans, WithoutLinksItIsKmeansFromTheSameSeed) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RowMatrix<double> rows = random_rows(600, 1 + seed, static_cast<std::uint64_t>(seed));
    const KmeansClusters expected = plain(rows, {.k = 5, .restarts = 3, .seed = seed});
    for (const char* mode : {"hard", "soft"}) {
      const ConstrainedClusters c =
          constrained(rows, {}, {.k = 5, .mode = mode, .restarts = 3, .seed = seed});
      EXPECT_EQ(c.cluster, expected.cluster) << seed;
      EXPECT_NEAR(c.inertia, expected.inertia, 1e-12 * expected.inertia);
      EXPECT_LT((c.centers - expected.centers).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

TEST(ConstrainedKmeans, GroupsStayWholeInBothModes) {
  const RowMatrix<double> rows = column({0, 1, 2, 10, 11, 12});
  SideInformation side = links(6, {}, {});
  side.given = Chunklets({-1, 7, -1, 7, -1, -1});
  for (const char* mode : {"hard", "soft"}) {
    const ConstrainedClusters c = constrained(rows, side, {.k = 2, .mode = mode});
    EXPECT_EQ(c.cluster[1], c.cluster[3]) << mode;
    EXPECT_EQ(c.chunklets, 1);
  }
}

TEST(ConstrainedKmeans, AMustLinkChainOfManyRowsIsOneChunklet) {
  const Index n = 20000;
  SideInformation side = links(n, {}, {});
  for (Index i = 0; i + 2 < n; ++i) side.must_links.push_back({i, i + 1});
  const ConstrainedClusters c = constrained(random_rows(n, 2, 1), side, {.k = 2});
  EXPECT_EQ(c.sizes, (std::vector<Index>{n - 1, 1}));
}

// Equal rows that must be apart are, though their centres are equal too.
TEST(ConstrainedKmeans, EqualRowsCanBeKeptApart) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RowMatrix<double> rows = RowMatrix<double>::Constant(6, 2, 3.5);
    const SideInformation side = links(6, {{0, 1}}, {{0, 2}, {2, 3}});
    const ConstrainedClusters c = constrained(rows, side, {.k = 3, .restarts = 1, .seed = seed});
    EXPECT_EQ(violations(c.cluster, side), 0);
    EXPECT_EQ(c.inertia, 0);
    EXPECT_GT(*std::min_element(c.sizes.begin(), c.sizes.end()), 0);
  }
}

TEST(ConstrainedKmeans, EmptyClustersTakeWholeChunklets) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    // Five points in pairs that must not be divided, and starts that often fall together.
    RowMatrix<double> rows(40, 1);
    SideInformation side = links(40, {}, {});
    for (Index i = 0; i < 40; ++i) rows(i, 0) = static_cast<double>(i / 8);
    for (Index i = 0; i < 40; i += 2) side.must_links.push_back({i, i + 1});
    side.cannot_links.push_back({0, 39});
    const ConstrainedClusters c =
        constrained(rows, side, {.k = 5, .restarts = 1, .start = "random", .seed = seed});
    EXPECT_EQ(violations(c.cluster, side), 0);
    EXPECT_GT(*std::min_element(c.sizes.begin(), c.sizes.end()), 0);
    expect_never_rises(c.trace);
  }
}

TEST(ConstrainedKmeans, OneClusterIsTheMean) {
  const RowMatrix<double> rows = random_rows(30, 2, 5);
  const ConstrainedClusters c = constrained(rows, links(30, {{0, 9}}, {}), {.k = 1});
  EXPECT_TRUE(c.centers.row(0).isApprox(rows.colwise().mean(), 1e-12));
  EXPECT_EQ(constrained(column({4}), {}, {.k = 1}).cluster, (std::vector<Index>{0}));
}

template <class T>
void expect_same_for_any_threads() {
  Random random(3);
  for (const Index n : {300, 70000}) {  // restarts side by side, and threads inside one
    const PlantedClasses planted = plant_classes(n, 4, 5, 2, random);
    const RowMatrix<T> rows = planted.rows.template cast<T>();
    const SideInformation side = feasible_links(n, 5, n / 10, random);
    for (const char* mode : {"hard", "soft"}) {
      const ConstrainedKmeansOptions options{.k = 5, .mode = mode, .restarts = 2, .iterations = 5};
      const ConstrainedClusters one = constrained(rows, side, options, 1);
      const ConstrainedClusters four = constrained(rows, side, options, 4);
      EXPECT_EQ(one.cluster, four.cluster);
      EXPECT_EQ(one.centers, four.centers);
      EXPECT_EQ(one.trace, four.trace);
      EXPECT_EQ(one.restart_objective, four.restart_objective);
    }
  }
}

TEST(ConstrainedKmeans, SameBitsForAnyNumberOfThreads) {
  expect_same_for_any_threads<double>();
  expect_same_for_any_threads<float>();
}

TEST(ConstrainedKmeans, Float32GivesTheClustersOfFloat64) {
  Random random(8);
  const PlantedClasses planted = plant_classes(400, 3, 4, 4, random);
  const SideInformation side = feasible_links(400, 4, 100, random);
  const RowMatrix<float> narrow = planted.rows.cast<float>();
  const ConstrainedClusters wide =
      constrained<double>(narrow.cast<double>(), side, {.k = 4, .restarts = 5});
  const ConstrainedClusters found = constrained(narrow, side, {.k = 4, .restarts = 5});
  EXPECT_EQ(found.cluster, wide.cluster);
  EXPECT_NEAR(found.inertia, wide.inertia, 1e-5 * wide.inertia);
}

TEST(ConstrainedKmeans, UnitsAndAShiftOfAllRowsChangeNoCluster) {
  Random random(4);
  const RowMatrix<double> rows = random_rows(200, 3, 9);
  const SideInformation side = feasible_links(200, 3, 100, random);
  const std::vector<Index> expected = constrained(rows, side, {.k = 3}).cluster;
  EXPECT_EQ(constrained<double>((1e6 * rows).array() + 1e8, side, {.k = 3}).cluster, expected);
}

TEST(ConstrainedKmeans, LinksOfClassesHelpToFindThem) {
  Random random(6);
  const PlantedClasses planted = plant_classes(400, 2, 3, 1.5, random);
  Codes labels;
  labels.of_row = planted.label;
  labels.names = {"a", "b", "c"};
  SideInformation side =
      links(400, simulate_pairs(labels, 0.6, random), simulate_cannot_links(labels, 300, random));
  const auto right = [&](const std::vector<Index>& cluster) {
    Index count = 0;
    for (Index i = 0; i < 400; ++i)
      for (Index j = 0; j < i; ++j)
        count +=
            (cluster[at(i)] == cluster[at(j)]) == (planted.label[at(i)] == planted.label[at(j)]);
    return count;
  };
  EXPECT_GT(right(constrained(planted.rows, side, {.k = 3}).cluster),
            right(plain(planted.rows, {.k = 3}).cluster) + 1000);
}

// A ring of five needs three clusters, though no three of it exclude each other.

}  // namespace
}  // namespace germane
