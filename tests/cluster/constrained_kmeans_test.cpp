#include "germane/cluster/constrained_kmeans.h"

#include "germane/base/random.h"
#include "germane/cluster/kmeans.h"
#include "germane/data/planted.h"
#include "germane/data/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace germane {
namespace {

constexpr int kSeeds = 20;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

using Links = std::vector<Link>;

SideInformation links(Index rows, Links must, Links cannot) {
  SideInformation side;
  side.rows = rows;
  side.must_links = std::move(must);
  side.cannot_links = std::move(cannot);
  return side;
}

template <class T>
ConstrainedClusters constrained(const RowMatrix<T>& rows, const SideInformation& side,
                                const ConstrainedKmeansOptions& options, int threads = 2,
                                const Ids& ids = {}) {
  const Pool pool(threads);
  Progress silent;
  return cluster_constrained_kmeans(MemoryRows<T>(rows), side, ids, options, {pool, silent});
}

KmeansClusters plain(const RowMatrix<double>& rows, const KmeansOptions& options) {
  const Pool pool(2);
  Progress silent;
  return cluster_kmeans(MemoryRows<double>(rows), options, {pool, silent});
}

template <class Body>
std::string message_of(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

RowMatrix<double> random_rows(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = random.normal();
  return x;
}

RowMatrix<double> column(std::vector<double> values) {
  return Eigen::Map<RowMatrix<double>>(values.data(), static_cast<Index>(values.size()), 1);
}

Index violations(const std::vector<Index>& cluster, const SideInformation& side) {
  Index count = 0;
  for (const Link& link : side.must_links) count += cluster[at(link.a)] != cluster[at(link.b)];
  for (const Link& link : side.cannot_links) count += cluster[at(link.a)] == cluster[at(link.b)];
  return count;
}

// The sum over rows of squared distances from the means of given clusters.
double inertia_of(const RowMatrix<double>& rows, const std::vector<Index>& cluster, Index k) {
  RowMatrix<double> means = RowMatrix<double>::Zero(k, rows.cols());
  Vector sizes = Vector::Zero(k);
  for (Index i = 0; i < rows.rows(); ++i) {
    means.row(cluster[at(i)]) += rows.row(i);
    ++sizes[cluster[at(i)]];
  }
  for (Index c = 0; c < k; ++c)
    if (sizes[c] > 0) means.row(c) /= sizes[c];
  double sum = 0;
  for (Index i = 0; i < rows.rows(); ++i)
    sum += (rows.row(i) - means.row(cluster[at(i)])).squaredNorm();
  return sum;
}

// The least of a function of clusters over all k^n of them.
double least_of_all(Index n, Index k, const std::function<double(const std::vector<Index>&)>& of) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<Index> cluster(at(n), 0);
  for (bool more = true; more;) {
    least = std::min(least, of(cluster));
    more = false;
    for (Index i = 0; i < n && !more; ++i) {
      more = ++cluster[at(i)] < k;
      if (!more) cluster[at(i)] = 0;
    }
  }
  return least;
}

// Random links that hold for random labels, so that all can hold.
SideInformation feasible_links(Index rows, Index k, Index count, Random& random) {
  std::vector<Index> label(at(rows));
  for (Index& l : label) l = random.below(k);
  SideInformation side = links(rows, {}, {});
  for (Index i = 0; i < count; ++i) {
    const Index a = random.below(rows), b = random.below(rows);
    if (a == b) continue;
    (label[at(a)] == label[at(b)] ? side.must_links : side.cannot_links)
        .push_back({a, b, 0.5 + random.uniform()});
  }
  return side;
}

void expect_never_rises(const std::vector<double>& trace) {
  for (std::size_t i = 1; i < trace.size(); ++i)
    EXPECT_LE(trace[i], trace[i - 1] * (1 + 1e-12)) << i;
}

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

TEST(ConstrainedKmeans, SoftLinksThatCostNothingAreKmeans) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const RowMatrix<double> rows = random_rows(300, 3, random.bits());
    const SideInformation side = feasible_links(300, 4, 200, random);
    const ConstrainedClusters c = constrained(
        rows, side, {.k = 4, .mode = "soft", .links_cost = 0, .restarts = 2, .seed = seed});
    EXPECT_EQ(c.cluster, plain(rows, {.k = 4, .restarts = 2, .seed = seed}).cluster);
    EXPECT_GT(c.must_violated + c.cannot_violated, 0);
    EXPECT_EQ(c.objective, c.inertia);
  }
}

TEST(ConstrainedKmeans, SoftLinksThatCostMuchAreHardOnes) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const RowMatrix<double> rows = random_rows(40, 2, random.bits());
    const SideInformation side = feasible_links(40, 3, 25, random);
    const ConstrainedClusters hard = constrained(rows, side, {.k = 3, .restarts = 50});
    const ConstrainedClusters soft =
        constrained(rows, side, {.k = 3, .mode = "soft", .links_cost = 1e6, .restarts = 50});
    EXPECT_EQ(violations(soft.cluster, side), 0) << seed;
    EXPECT_NEAR(soft.objective, hard.objective, 0.02 * hard.objective) << seed;
  }
}

double soft_objective(const RowMatrix<double>& rows, const SideInformation& side,
                      const std::vector<Index>& cluster, Index k, double links_cost) {
  const double spread =
      (rows.rowwise() - rows.colwise().mean()).squaredNorm() / static_cast<double>(rows.rows());
  double sum = inertia_of(rows, cluster, k);
  for (const Link& link : side.must_links)
    if (cluster[at(link.a)] != cluster[at(link.b)]) sum += links_cost * spread * link.weight;
  for (const Link& link : side.cannot_links)
    if (cluster[at(link.a)] == cluster[at(link.b)]) sum += links_cost * spread * link.weight;
  return sum;
}

TEST(ConstrainedKmeans, TheSoftObjectiveIsAsDefinedAndNeverRises) {
  for (int seed = 0; seed < 2 * kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Index n = 120, k = 2 + seed % 4;
    const RowMatrix<double> rows = random_rows(n, 2, random.bits());
    SideInformation side = feasible_links(n, k, 100, random);
    const SideInformation wrong = feasible_links(n, k, 30, random);  // contradicts the others
    side.cannot_links.insert(side.cannot_links.end(), wrong.cannot_links.begin(),
                             wrong.cannot_links.end());
    const double cost = 0.01 * std::pow(10, seed % 4);
    const ConstrainedClusters c = constrained(
        rows, side, {.k = k, .mode = "soft", .links_cost = cost, .restarts = 2, .seed = seed});
    EXPECT_NEAR(c.objective, soft_objective(rows, side, c.cluster, k, cost), 1e-9 * c.objective);
    EXPECT_NEAR(c.inertia, inertia_of(rows, c.cluster, k), 1e-9 * c.objective);
    EXPECT_EQ(c.must_violated + c.cannot_violated, violations(c.cluster, side));
    expect_never_rises(c.trace);
  }
}

TEST(ConstrainedKmeans, ManySoftStartsReachTheLeastOfAllClusters) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(300 + seed));
    const RowMatrix<double> rows = random_rows(8, 2, random.bits());
    SideInformation side = feasible_links(8, 2, 4, random);
    side.cannot_links.push_back({0, 1});
    side.must_links.push_back({0, 1});
    const double least = least_of_all(8, 2, [&](const std::vector<Index>& cluster) {
      return soft_objective(rows, side, cluster, 2, 0.5);
    });
    const ConstrainedClusters c = constrained(
        rows, side, {.k = 2, .mode = "soft", .links_cost = 0.5, .restarts = 100, .seed = seed});
    EXPECT_NEAR(c.objective, least, 1e-10 * least) << seed;
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

TEST(ConstrainedKmeans, SoftLinksMayLeaveAClusterEmpty) {
  const RowMatrix<double> rows = column({0, 1, 2});
  const ConstrainedClusters c = constrained(rows, links(3, {{0, 1}, {1, 2}}, {}),
                                            {.k = 2, .mode = "soft", .links_cost = 1e6});
  EXPECT_EQ(c.sizes, (std::vector<Index>{3, 0}));
  EXPECT_TRUE(c.centers.allFinite());
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

TEST(ConstrainedKmeans, ContradictionsAreRefusedWithTheirChain) {
  const RowMatrix<double> rows = random_rows(5, 2, 1);
  const Ids ids({"p", "q", "r", "s", "t"}, "ids");
  EXPECT_EQ(message_of([&] {
              constrained(rows, links(5, {{0, 1}, {1, 3}}, {{0, 3}}), {.k = 2}, 1, ids);
            }),
            "cannot-link p - s: groups and must-links put both rows into one chunklet, by p = q = "
            "s; remove this link or one of those");
}

TEST(ConstrainedKmeans, MoreExclusiveRowsThanClustersAreRefusedByName) {
  const RowMatrix<double> rows = random_rows(6, 2, 1);
  const SideInformation side = links(6, {{2, 5}}, {{0, 1}, {1, 5}, {0, 2}});
  const Ids ids({"p", "q", "r", "s", "t", "u"}, "ids");
  EXPECT_THROW(constrained(rows, side, {.k = 2}), NumericalError);
  EXPECT_EQ(message_of([&] { constrained(rows, side, {.k = 2}, 1, ids); }),
            "constrained k-means: k = 2, but 3 chunklets or rows all exclude each other, those of "
            "rows p, q, u; pass --k 3 or more, remove one of the cannot-links between them, or "
            "pass --mode soft");
  EXPECT_EQ(violations(constrained(rows, side, {.k = 3}).cluster, side), 0);
  EXPECT_EQ(message_of([&] {
              constrained(rows, links(6, {}, {{3, 4}}), {.k = 1});
            }),
            "constrained k-means: k = 1, but 2 chunklets or rows all exclude each other, those of "
            "rows 3, 4; pass --k 2 or more, remove one of the cannot-links between them, or pass "
            "--mode soft");
}

// A ring of five needs three clusters, though no three of it exclude each other.
TEST(ConstrainedKmeans, LinksThatKClustersCannotRespectAreRefused) {
  const RowMatrix<double> rows = random_rows(6, 2, 1);
  const SideInformation side = links(6, {}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});
  EXPECT_THROW(constrained(rows, side, {.k = 2}), NumericalError);
  EXPECT_EQ(message_of([&] { constrained(rows, side, {.k = 2}); }),
            "constrained k-means: 2 clusters cannot respect all cannot-links between 5 chunklets "
            "or rows, those of rows 0, 1, 2, 3, 4; pass a larger --k, remove cannot-links, or pass "
            "--mode soft");
  EXPECT_EQ(violations(constrained(rows, side, {.k = 3}).cluster, side), 0);
  const ConstrainedClusters soft = constrained(rows, side, {.k = 2, .mode = "soft"});
  EXPECT_EQ(soft.cannot_violated, 1);
}

TEST(ConstrainedKmeans, GivingUpTheSearchIsSaid) {
  const RowMatrix<double> rows = random_rows(40, 2, 1);
  Random random(2);
  const SideInformation side = feasible_links(40, 3, 60, random);
  EXPECT_THROW(constrained(rows, side, {.k = 3, .search_steps = 1}), NumericalError);
  EXPECT_EQ(message_of([&] { constrained(rows, side, {.k = 3, .search_steps = 1}); }),
            "constrained k-means: not decided within 1 steps whether 3 clusters can respect all "
            "cannot-links; pass more --search-steps, a larger --k or --mode soft");
}

TEST(ConstrainedKmeans, WrongUseIsRefused) {
  const RowMatrix<double> rows = column({1, 2, 3, 3});
  EXPECT_EQ(message_of([&] { constrained(rows, {}, {.k = 5}); }),
            "k = 5: must be at most the number of rows, 4");
  EXPECT_EQ(message_of([&] {
              constrained(rows, links(4, {{0, 1}}, {}), {.k = 4});
            }),
            "k = 4: must be at most the number of chunklets and rows in none, 3 (of 4 rows), as "
            "chunklets are not divided");
  EXPECT_EQ(message_of([&] { constrained(rows, {}, {.k = 4}); }),
            "k = 4: must be at most the number of different chunklets and rows in none, 3 (of 4)");
  EXPECT_EQ(message_of([&] {
              constrained(rows, links(3, {{0, 1}}, {}), {.k = 2});
            }),
            "constrained k-means: links and groups were given for 3 rows, but there are 4 rows");
  EXPECT_EQ(message_of([&] { constrained(RowMatrix<double>(0, 2), {}, {.k = 1}); }),
            "constrained k-means: memory has no rows");
  EXPECT_EQ(message_of([&] { constrained(RowMatrix<double>(3, 0), {}, {.k = 1}); }),
            "constrained k-means: memory has no columns");
  EXPECT_EQ(message_of([&] { constrained(rows, {}, {.k = 1, .memory = 8}); }),
            "constrained k-means: 4 rows of 1 column take 32 bytes, above memory = 8; raise it, "
            "cluster a sample of the rows or give float32");
  EXPECT_EQ(message_of([&] {
              constrained(rows, links(4, {{0, 1, -2}}, {}), {.k = 2, .mode = "soft"});
            }),
            "must-link 0 - 1: weight = -2: must be at least 0 and finite");
  EXPECT_EQ(message_of([&] { constrained(rows, {}, {.k = 1, .mode = "firm"}); }),
            "mode = 'firm': must be one of hard, soft");
}

}  // namespace
}  // namespace germane
