#include "germane/cluster/elimination.h"

#include "germane/base/random.h"
#include "germane/cluster/link_field.h"
#include "germane/cluster/loopy_beliefs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

struct Answer {
  double log_sum = kNever;
  RowMatrix<double> marginals;
  std::vector<Index> best;
};

// All k^nodes assignments, one by one.
Answer enumerate(const LabellingProblem& p, const RowMatrix<double>& potentials) {
  const Index m = p.nodes();
  Answer answer;
  RowMatrix<double> sums = RowMatrix<double>::Zero(m, p.k);
  std::vector<Index> state(static_cast<std::size_t>(m), 0);
  double total = 0, best = kNever;
  for (;;) {
    double value = 0;
    for (Index v = 0; v < m; ++v) {
      const Index s = state[static_cast<std::size_t>(v)];
      value += potentials(v, s);
      for (const Index other : p.apart[static_cast<std::size_t>(v)])
        if (state[static_cast<std::size_t>(other)] == s) value = kNever;
    }
    if (value > best) {
      best = value;
      answer.best = state;
    }
    total += std::exp(value);
    for (Index v = 0; v < m; ++v) sums(v, state[static_cast<std::size_t>(v)]) += std::exp(value);
    std::size_t i = 0;
    while (i < state.size() && ++state[i] == p.k) state[i++] = 0;
    if (i == state.size()) break;
  }
  answer.log_sum = std::log(total);
  answer.marginals = sums / total;
  return answer;
}

LabellingProblem random_problem(Index nodes, Index k, double share, Random& random) {
  LabellingProblem p{.k = k,
                     .known = std::vector<Index>(static_cast<std::size_t>(nodes), -1),
                     .apart = std::vector<std::vector<Index>>(static_cast<std::size_t>(nodes))};
  for (Index a = 0; a < nodes; ++a)
    for (Index b = 0; b < nodes; ++b)
      if (a < b && random.uniform() < share) {
        p.apart[static_cast<std::size_t>(a)].push_back(b);
        p.apart[static_cast<std::size_t>(b)].push_back(a);
      }
  for (auto& others : p.apart) std::sort(others.begin(), others.end());
  return p;
}

RowMatrix<double> random_potentials(Index nodes, Index k, Random& random) {
  RowMatrix<double> x(nodes, k);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = 2 * random.normal();
  return x;
}

// Two linked nodes, two states, potentials log [3 1] and log [1 1]: assignments (0,1) weighs 3,
// (1,0) weighs 1, so the sum is 4 and the first node is in state 0 with probability 3/4.
TEST(Elimination, WorkedExample) {
  const std::vector<std::vector<Index>> apart = {{1}, {0}};
  const auto field = Elimination::plan({0, 1}, apart, 2, 100);
  ASSERT_TRUE(field);
  RowMatrix<double> potentials(2, 2), marginals(2, 2);
  potentials << std::log(3.0), 0, 0, 0;
  EXPECT_NEAR(field->infer(potentials, marginals), std::log(4.0), 1e-15);
  EXPECT_TRUE(marginals.isApprox((RowMatrix<double>(2, 2) << 0.75, 0.25, 0.25, 0.75).finished()));
  std::vector<Index> state(2);
  EXPECT_TRUE(field->most_probable(potentials, state));
  EXPECT_EQ(state, (std::vector<Index>{0, 1}));
  EXPECT_EQ(field->states(), 4);
}

TEST(LinkField, AgreesWithTheSumOverAllAssignments) {
  const Pool pool(2);
  Progress silent;
  int feasible = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Index nodes = 3 + random.below(5), k = 2 + random.below(3);
    LabellingProblem p = random_problem(nodes, k, 0.4, random);
    if (seed % 3 == 0) p.known[0] = 0;
    RowMatrix<double> potentials = random_potentials(nodes, k, random);
    const LinkField field(p, 1e6);
    field.clamp(potentials);
    RowMatrix<double> marginals(nodes, k);
    const double log_sum = field.infer(potentials, marginals, {pool, silent});
    const Answer answer = enumerate(p, potentials);
    if (answer.log_sum == kNever) {
      EXPECT_EQ(log_sum, kNever);
      continue;
    }
    ++feasible;
    EXPECT_EQ(field.approximate(), 0);
    EXPECT_NEAR(log_sum, answer.log_sum, 1e-12 * (1 + std::abs(answer.log_sum))) << seed;
    EXPECT_LT((marginals - answer.marginals).cwiseAbs().maxCoeff(), 1e-12) << seed;
    EXPECT_EQ(field.most_probable(potentials, {pool, silent}), answer.best) << seed;
  }
  EXPECT_GT(feasible, 30);
}

TEST(Elimination, APathIsCheapAndMutuallyExclusiveNodesAreNot) {
  std::vector<std::vector<Index>> path(1000), all(8);
  std::vector<Index> path_nodes, all_nodes;
  for (Index v = 0; v < 1000; ++v) {
    path_nodes.push_back(v);
    if (v > 0) path[static_cast<std::size_t>(v)].push_back(v - 1);
    if (v < 999) path[static_cast<std::size_t>(v)].push_back(v + 1);
  }
  for (Index v = 0; v < 8; ++v) {
    all_nodes.push_back(v);
    for (Index w = 0; w < 8; ++w)
      if (v != w) all[static_cast<std::size_t>(v)].push_back(w);
  }
  const auto cheap = Elimination::plan(path_nodes, path, 10, 100);
  ASSERT_TRUE(cheap);
  EXPECT_EQ(cheap->states(), 100);
  EXPECT_FALSE(Elimination::plan(all_nodes, all, 10, 1e6));
  // 10 * 9^999 assignments respect the path; each node is in each state equally often.
  RowMatrix<double> marginals(1000, 10);
  EXPECT_NEAR(cheap->infer(RowMatrix<double>::Zero(1000, 10), marginals),
              std::log(10.0) + 999 * std::log(9.0), 1e-9);
  EXPECT_LT((marginals.array() - 0.1).abs().maxCoeff(), 1e-10);
}

TEST(LoopyBeliefs, AreExactOnTrees) {
  const std::vector<std::vector<Index>> apart = {{1, 2, 3}, {0}, {0, 4}, {0}, {2}};
  const LabellingProblem p{.k = 3, .known = std::vector<Index>(5, -1), .apart = apart};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const RowMatrix<double> potentials = random_potentials(5, 3, random);
    RowMatrix<double> marginals(5, 3);
    const LoopyBeliefs found = loopy_beliefs({0, 1, 2, 3, 4}, apart, potentials, marginals);
    const Answer answer = enumerate(p, potentials);
    EXPECT_TRUE(found.settled);
    EXPECT_NEAR(found.log_sum, answer.log_sum, 1e-6) << seed;
    EXPECT_LT((marginals - answer.marginals).cwiseAbs().maxCoeff(), 1e-6) << seed;
  }
}

// Rings of links: no more than near, on average. The states respect the links all the same.
TEST(LinkField, AboveTheBoundBeliefsAreNearAndStatesRespectTheLinks) {
  const Pool pool(2);
  Progress silent;
  double sum_error = 0, marginal_error = 0;
  constexpr int kProblems = 20;
  for (std::uint64_t seed = 0; seed < kProblems; ++seed) {
    Random random(seed);
    const LabellingProblem p = random_problem(7, 4, 0.4, random);
    const RowMatrix<double> potentials = random_potentials(7, 4, random);
    const LinkField field(p, 4);  // no table is allowed
    EXPECT_EQ(field.approximate(), field.groups());
    RowMatrix<double> marginals(7, 4);
    const double log_sum = field.infer(potentials, marginals, {pool, silent});
    const Answer answer = enumerate(p, potentials);
    sum_error += std::abs(log_sum - answer.log_sum) / kProblems;
    marginal_error += (marginals - answer.marginals).cwiseAbs().mean() / kProblems;
    const std::vector<Index> state = field.most_probable(potentials, {pool, silent});
    for (std::size_t v = 0; v < 7; ++v)
      for (const Index other : p.apart[v])
        EXPECT_NE(state[v], state[static_cast<std::size_t>(other)]) << seed;
  }
  EXPECT_LT(sum_error, 0.5);
  EXPECT_LT(marginal_error, 0.05);
}

}  // namespace
}  // namespace germane
