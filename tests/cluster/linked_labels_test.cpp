#include "germane/cluster/linked_labels.h"

#include "germane/cluster/exact_labels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace germane {

namespace {

constexpr int kSeeds = 40;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

ConstrainedNodes random_nodes(Index n, Index k, Index count, bool soft, Random& random) {
  SideInformation side;
  side.rows = n;
  std::vector<Index> label(at(n));
  for (Index& l : label) l = random.below(k);
  for (Index i = 0; i < count; ++i) {
    const Index a = random.below(n), b = random.below(n);
    if (a == b) continue;
    if (label[at(a)] != label[at(b)])
      side.cannot_links.push_back({a, b, random.uniform()});
    else if (soft)
      side.must_links.push_back({a, b, random.uniform()});
  }
  return soft ? soft_nodes(side, {}, n, k, 100000, random)
              : hard_nodes(side, {}, n, k, 100000, random);
}

RowMatrix<double> random_costs(Index places, Index k, Random& random) {
  RowMatrix<double> cost(places, k);
  for (Index i = 0; i < cost.size(); ++i) cost.data()[i] = random.uniform();
  return cost;
}

double value(const ConstrainedNodes& nodes, const RowMatrix<double>& cost,
             const std::vector<Index>& label) {
  double sum = 0;
  for (Index p = 0; p < nodes.places(); ++p) {
    sum += cost(p, label[at(p)]);
    for (const NodeLink& link : nodes.links[at(p)])
      if (link.other > p && link.violated(label[at(p)], label[at(link.other)])) sum += link.cost;
  }
  return sum;
}

double least_value(const ConstrainedNodes& nodes, const RowMatrix<double>& cost) {
  std::vector<Index> label(nodes.linked.size(), 0);
  double least = kInfinity;
  for (bool more = true; more;) {
    least = std::min(least, value(nodes, cost, label));
    more = false;
    for (std::size_t i = 0; i < label.size() && !more; ++i) {
      more = ++label[i] < cost.cols();
      if (!more) label[i] = 0;
    }
  }
  return least;
}

std::vector<Index> improved(const ConstrainedNodes& nodes, const RowMatrix<double>& cost,
                            std::vector<Index> label, int threads = 1) {
  const Pool pool(threads);
  Progress silent;
  LinkedLabels(nodes, cost.cols()).improve(cost, label, {pool, silent});
  return label;
}

TEST(LinkedLabels, SmallComponentsGetTheirBestLabels) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const bool soft = seed % 2 == 0;
    const ConstrainedNodes nodes = random_nodes(8, 3, 10, soft, random);
    const RowMatrix<double> cost = random_costs(nodes.places(), 3, random);
    const std::vector<Index> label = improved(nodes, cost, nodes.start);
    EXPECT_NEAR(value(nodes, cost, label), least_value(nodes, cost), 1e-12) << seed;
  }
}

TEST(LinkedLabels, LargeComponentsGetNoWorseAndHardLinksHold) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const bool soft = seed % 2 == 0;
    const ConstrainedNodes nodes = random_nodes(300, 4, 500, soft, random);
    std::vector<Index> label = nodes.start;
    for (int step = 0; step < 3; ++step) {
      const RowMatrix<double> cost = random_costs(nodes.places(), 4, random);
      const std::vector<Index> next = improved(nodes, cost, label);
      EXPECT_LE(value(nodes, cost, next), value(nodes, cost, label)) << seed;
      if (!soft) {
        EXPECT_TRUE(std::isfinite(value(nodes, cost, next))) << seed;
      }
      label = next;
    }
  }
}

// Of two labels each component has two labellings: a swap along the chain is the way between. The
// two rows that care want what cannot be had together, which is where a greedy choice ends.
TEST(LinkedLabels, AChainOfTwoLabelsTurnsOverAsAWhole) {
  SideInformation side;
  side.rows = 1001;
  for (Index i = 0; i < 1000; ++i) side.cannot_links.push_back({i, i + 1});
  const ConstrainedNodes nodes = hard_nodes(side, {}, 1001, 2, 10000, Random(1));
  RowMatrix<double> cost = RowMatrix<double>::Constant(1001, 2, 1);
  for (const Index wanted : {0, 1}) {
    cost(500, wanted) = 0.5;
    cost(500, 1 - wanted) = 1;
    cost(0, wanted) = 1;
    cost(0, 1 - wanted) = 0.7;
    const std::vector<Index> label = improved(nodes, cost, nodes.start);
    EXPECT_EQ(label[500], wanted);
    for (std::size_t i = 0; i < 1000; ++i) EXPECT_NE(label[i], label[i + 1]);
  }
}

TEST(LinkedLabels, TheSameForAnyNumberOfThreads) {
  Random random(7);
  const ConstrainedNodes nodes = random_nodes(4000, 5, 2500, true, random);
  const RowMatrix<double> cost = random_costs(nodes.places(), 5, random);
  EXPECT_EQ(improved(nodes, cost, nodes.start, 1), improved(nodes, cost, nodes.start, 4));
}

TEST(ExactLabels, SaysWhetherItIsProved) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ConstrainedNodes nodes = random_nodes(8, 3, 12, false, random);
    const RowMatrix<double> cost = random_costs(nodes.places(), 3, random);
    std::vector<Index> label = nodes.start, stopped = nodes.start;
    for (const std::vector<Index>& component : nodes.components) {
      EXPECT_TRUE(find_best_labels(nodes, component, cost, 100000, label));
      find_best_labels(nodes, component, cost, 2, stopped);
    }
    EXPECT_NEAR(value(nodes, cost, label), least_value(nodes, cost), 1e-12);
    EXPECT_LE(value(nodes, cost, stopped), value(nodes, cost, nodes.start));
  }
  SideInformation ring;
  ring.rows = 5;
  ring.cannot_links = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};
  const ConstrainedNodes nodes = hard_nodes(ring, {}, 5, 3, 1000, Random(1));
  std::vector<Index> label = nodes.start;
  Random random(3);
  EXPECT_FALSE(find_best_labels(nodes, nodes.components[0], random_costs(5, 3, random), 1, label));
}

}  // namespace
}  // namespace germane
