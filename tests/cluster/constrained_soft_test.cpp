#include "tests/cluster/links_for_tests.h"

#include <cmath>

namespace germane {
namespace {

constexpr int kSeeds = 20;

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

TEST(ConstrainedKmeans, SoftLinksMayLeaveAClusterEmpty) {
  const RowMatrix<double> rows = column({0, 1, 2});
  const ConstrainedClusters c = constrained(rows, links(3, {{0, 1}, {1, 2}}, {}),
                                            {.k = 2, .mode = "soft", .links_cost = 1e6});
  EXPECT_EQ(c.sizes, (std::vector<Index>{3, 0}));
  EXPECT_TRUE(c.centers.allFinite());
}

}  // namespace
}  // namespace germane
