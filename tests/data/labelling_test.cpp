#include "germane/data/labelling.h"

#include <gtest/gtest.h>

#include <map>

namespace germane {
namespace {

LabellingProblem problem_of(Index k, Index nodes, const std::vector<std::pair<Index, Index>>& links,
                            const std::vector<std::pair<Index, Index>>& known = {}) {
  LabellingProblem problem{k, std::vector<Index>(static_cast<std::size_t>(nodes), -1), {}};
  problem.apart.resize(static_cast<std::size_t>(nodes));
  for (const auto& [a, b] : links) {
    problem.apart[static_cast<std::size_t>(a)].push_back(b);
    problem.apart[static_cast<std::size_t>(b)].push_back(a);
  }
  for (const auto& [node, label] : known) problem.known[static_cast<std::size_t>(node)] = label;
  return problem;
}

void expect_valid(const LabellingProblem& problem, const std::vector<Index>& label) {
  ASSERT_EQ(static_cast<Index>(label.size()), problem.nodes());
  for (std::size_t node = 0; node < label.size(); ++node) {
    ASSERT_GE(label[node], 0);
    ASSERT_LT(label[node], problem.k);
    if (problem.known[node] >= 0) {
      ASSERT_EQ(label[node], problem.known[node]);
    }
    for (const Index other : problem.apart[node])
      ASSERT_NE(label[node], label[static_cast<std::size_t>(other)]);
  }
}

LabellingProblem random_problem(Index k, Index nodes, double links_each, Random& random) {
  // Planted: nodes of different hidden labels are linked, so that a labelling exists.
  std::vector<Index> hidden;
  for (Index i = 0; i < nodes; ++i) hidden.push_back(random.below(k));
  std::vector<std::pair<Index, Index>> links;
  std::map<std::pair<Index, Index>, bool> seen;
  while (static_cast<double>(links.size()) < links_each * static_cast<double>(nodes)) {
    const Index a = random.below(nodes), b = random.below(nodes);
    if (hidden[static_cast<std::size_t>(a)] == hidden[static_cast<std::size_t>(b)] || a > b ||
        !seen.emplace(std::pair(a, b), true).second)
      continue;
    links.emplace_back(a, b);
  }
  return problem_of(k, nodes, links, {{0, hidden[0]}});
}

TEST(Labelling, FindsPlantedOnes) {
  Random random(1);
  for (int draw = 0; draw < 20; ++draw) {
    const LabellingProblem problem = random_problem(3 + draw % 3, 200, 1.5, random);
    const Labelling found = find_labelling(problem, 1000000, random.fork());
    ASSERT_EQ(found.outcome, Labelling::Outcome::kFound);
    expect_valid(problem, found.label);
  }
}

TEST(Labelling, SaysWhatIsImpossibleAndWhy) {
  const LabellingProblem triangle = problem_of(2, 5, {{0, 1}, {1, 2}, {0, 2}, {2, 3}});
  const Labelling none = find_labelling(triangle, 1000, Random(0));
  EXPECT_EQ(none.outcome, Labelling::Outcome::kImpossible);
  std::vector<Index> reason = none.reason;
  std::sort(reason.begin(), reason.end());
  EXPECT_EQ(reason, (std::vector<Index>{0, 1, 2}));

  const LabellingProblem known = problem_of(3, 2, {{0, 1}}, {{0, 1}, {1, 1}});
  EXPECT_EQ(find_labelling(known, 1000, Random(0)).reason, (std::vector<Index>{0, 1}));

  // A ring of five needs three labels, though no three of it are linked.
  const LabellingProblem ring = problem_of(2, 5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});
  EXPECT_EQ(find_labelling(ring, 1000, Random(0)).outcome, Labelling::Outcome::kImpossible);
  EXPECT_EQ(find_labelling(ring, 1000, Random(0)).reason.size(), 5u);
}

TEST(Labelling, GivesUpAfterItsSteps) {
  Random random(2);
  const LabellingProblem problem = random_problem(3, 300, 2.3, random);
  EXPECT_EQ(find_labelling(problem, 50, Random(0)).outcome, Labelling::Outcome::kUndecided);
}

// Two links, two labels: single-node moves never leave the start; both relative labellings must
// come up equally often.
TEST(LabellingSampler, FindsBothRelativeLabellings) {
  const LabellingProblem problem = problem_of(2, 4, {{0, 1}, {2, 3}});
  LabellingSampler sampler(problem, find_labelling(problem, 100, Random(0)).label, Random(1));
  int together = 0;
  for (int draw = 0; draw < 4000; ++draw) {
    const std::vector<Index>& label = sampler.next();
    together += label[0] == label[2] ? 1 : 0;
  }
  EXPECT_NEAR(together, 2000, 130);  // four standard deviations
}

// Chains against lists: a component small enough to be listed, and the same one made too large to
// be by a tail, must give the same shares.
TEST(LabellingSampler, ChainsAreUniformToo) {
  std::vector<std::pair<Index, Index>> links{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  for (Index i = 4; i < 16; ++i) links.emplace_back(i - 1, i);
  const LabellingProblem problem = problem_of(3, 16, links);
  LabellingSampler sampler(problem, find_labelling(problem, 1000, Random(0)).label, Random(1));
  ASSERT_EQ(sampler.chained(), 1);
  // A ring of four has 18 labellings by three labels; in 12 of them nodes 0 and 2 agree, in each of
  // which the tail has the same number of labellings.
  int agree = 0;
  const int draws = 20000;
  for (int draw = 0; draw < draws; ++draw) {
    const std::vector<Index>& label = sampler.next();
    expect_valid(problem, label);
    agree += label[0] == label[2] ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(agree) / draws, 12.0 / 18, 0.02);
}

TEST(LabellingSampler, KnownLabelsNeverMove) {
  Random random(3);
  const LabellingProblem problem = random_problem(4, 60, 1.2, random);
  LabellingSampler sampler(problem, find_labelling(problem, 100000, Random(0)).label, Random(1));
  for (int draw = 0; draw < 100; ++draw) expect_valid(problem, sampler.next());
}

}  // namespace
}  // namespace germane
