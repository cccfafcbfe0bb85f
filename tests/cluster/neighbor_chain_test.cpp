#include "germane/cluster/neighbor_chain.h"

#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace germane {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Members = std::vector<Index>;

// By definition, from the rows.
double distance(const RowMatrix<double>& rows, Linkage linkage, const Members& a,
                const Members& b) {
  if (linkage == Linkage::kWard) {
    Eigen::RowVectorXd difference = Eigen::RowVectorXd::Zero(rows.cols());
    for (const Index i : a) difference += rows.row(i) / static_cast<double>(a.size());
    for (const Index i : b) difference -= rows.row(i) / static_cast<double>(b.size());
    const auto p = static_cast<double>(a.size()), q = static_cast<double>(b.size());
    return std::sqrt(2 * p * q / (p + q)) * difference.norm();
  }
  double largest = 0, sum = 0;
  for (const Index i : a)
    for (const Index j : b) {
      const double one = (rows.row(i) - rows.row(j)).norm();
      largest = std::max(largest, one);
      sum += one;
    }
  return linkage == Linkage::kComplete ? largest : sum / static_cast<double>(a.size() * b.size());
}

std::vector<Joining> greedily(const RowMatrix<double>& rows, Linkage linkage,
                              const TreeLinks& links) {
  std::vector<Members> clusters;
  std::vector<Joining> joinings;
  for (Index row = 0; row < rows.rows(); ++row)
    if (links.together.rows() == 0 || links.together.of(row) < 0) clusters.push_back({row});
  for (const Members& members : links.together.members()) {
    clusters.push_back(members);
    for (std::size_t i = 1; i < members.size(); ++i)
      joinings.push_back({members[0], members[i], 0});
  }
  const auto holds = [](const Members& members, Index row) {
    return std::find(members.begin(), members.end(), row) != members.end();
  };
  while (true) {
    double least = kInfinity;
    std::size_t x = 0, y = 0;
    for (std::size_t a = 0; a < clusters.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const bool apart =
            std::any_of(links.apart.begin(), links.apart.end(), [&](const Link& link) {
              return (holds(clusters[a], link.a) && holds(clusters[b], link.b)) ||
                     (holds(clusters[b], link.a) && holds(clusters[a], link.b));
            });
        const double own = distance(rows, linkage, clusters[a], clusters[b]);
        if (apart || own >= least) continue;
        least = own;
        x = a;
        y = b;
      }
    if (least == kInfinity) return joinings;
    joinings.push_back({clusters[x][0], clusters[y][0], least});
    clusters[y].insert(clusters[y].end(), clusters[x].begin(), clusters[x].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(x));
  }
}

void expect_same(const RowMatrix<double>& rows, const std::vector<Joining>& ours,
                 const std::vector<Joining>& expected) {
  const std::vector<Merge> a = number_merges(rows.rows(), ours);
  const std::vector<Merge> b = number_merges(rows.rows(), expected);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a[i].height, b[i].height, 1e-12 * (1 + b[i].height));
    EXPECT_EQ(a[i].a, b[i].a) << i;
    EXPECT_EQ(a[i].b, b[i].b) << i;
    EXPECT_EQ(a[i].size, b[i].size) << i;
  }
}

constexpr Linkage kAll[] = {Linkage::kComplete, Linkage::kAverage, Linkage::kWard};

TEST(NeighborChain, MergesAreThoseOfAlwaysMergingTheNearest) {
  const Pool pool(2);
  Progress silent;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const Linkage linkage : kAll) {
      const RowMatrix<double> rows = clouds(40, 1 + static_cast<Index>(seed % 5), 4, seed);
      const std::vector<Joining> expected = greedily(rows, linkage, {});
      expect_same(rows, chain_by_distances(rows, linkage, {}, {pool, silent}), expected);
      if (linkage == Linkage::kWard)
        expect_same(rows, chain_by_centers(rows, {}, {pool, silent}), expected);
    }
}

TEST(NeighborChain, LinksAreRespectedAsByMergingGreedily) {
  const Pool pool(2);
  Progress silent;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    for (const Linkage linkage : kAll) {
      Random random(seed);
      const Index n = 30;
      const RowMatrix<double> rows = clouds(n, 2, 3, seed);
      std::vector<Link> must;
      for (int i = 0; i < 6; ++i) must.push_back({random.below(n), random.below(n)});
      TreeLinks links{close_links(must, n), {}};
      if (linkage == Linkage::kWard)
        expect_same(rows, chain_by_centers(rows, links.together, {pool, silent}),
                    greedily(rows, linkage, links));
      for (Index i = 0; i < 5 + 20 * static_cast<Index>(seed % 4); ++i) {
        const Index a = random.below(n), b = random.below(n);
        if (a != b && (links.together.of(a) < 0 || links.together.of(a) != links.together.of(b)))
          links.apart.push_back({a, b});
      }
      expect_same(rows, chain_by_distances(rows, linkage, links, {pool, silent}),
                  greedily(rows, linkage, links));
    }
}

// Equal distances everywhere: every merge exists, and heights ascend.
TEST(NeighborChain, TiesAndDuplicatesEndInOneTree) {
  const Pool pool(2);
  Progress silent;
  for (const RowMatrix<double>& rows :
       {whole_rows(200, 2, 1), RowMatrix<double>(RowMatrix<double>::Constant(50, 3, 0.7))})
    for (const Linkage linkage : kAll)
      for (const bool centers : {false, true}) {
        if (centers && linkage != Linkage::kWard) continue;
        const std::vector<Joining> found =
            centers ? chain_by_centers(rows, {}, {pool, silent})
                    : chain_by_distances(rows, linkage, {}, {pool, silent});
        EXPECT_EQ(static_cast<Index>(found.size()), rows.rows() - 1);
        EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const auto& a, const auto& b) {
          return a.height < b.height;
        }));
        EXPECT_EQ(number_merges(rows.rows(), found).back().size, rows.rows());
        EXPECT_EQ(found.front().height, 0);
      }
}

TEST(NeighborChain, SameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> rows = clouds(1900, 140, 7, 3);
  const Pool one(1), four(4);
  Progress silent;
  const auto heights = [](const std::vector<Joining>& joinings) {
    std::vector<double> result;
    for (const Joining& joining : joinings) result.push_back(joining.height);
    return result;
  };
  EXPECT_EQ(heights(chain_by_centers(rows, {}, {one, silent})),
            heights(chain_by_centers(rows, {}, {four, silent})));
  EXPECT_EQ(heights(chain_by_distances(rows, Linkage::kAverage, {}, {one, silent})),
            heights(chain_by_distances(rows, Linkage::kAverage, {}, {four, silent})));
}

}  // namespace
}  // namespace germane
