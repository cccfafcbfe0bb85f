#include "germane/cluster/link_field.h"

#include "germane/cluster/loopy_beliefs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <unordered_map>

namespace germane {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

}  // namespace

LinkField::LinkField(const LabellingProblem& problem, double most_states) : problem_(problem) {
  for (std::vector<Index>& nodes : linked_components(problem)) {
    if (nodes.size() == 1) {
      single_.push_back(nodes[0]);
      continue;
    }
    Group group;
    group.exact = Elimination::plan(nodes, problem.apart, problem.k, most_states);
    group.nodes = std::move(nodes);
    if (group.exact)
      largest_table_ = std::max(largest_table_, group.exact->states());
    else
      ++approximate_;
    groups_.push_back(std::move(group));
  }
}

void LinkField::clamp(RowMatrix<double>& potentials) const {
  for (Index node = 0; node < problem_.nodes(); ++node) {
    const Index known = problem_.known[at(node)];
    if (known < 0) continue;
    const double kept = potentials(node, known);
    potentials.row(node).setConstant(kNever);
    potentials(node, known) = kept;
  }
}

double LinkField::infer(const RowMatrix<double>& potentials, RowMatrix<double>& marginals,
                        const Execution& execution) const {
  double total = 0;
  for (const Index node : single_) {
    const auto logs = potentials.row(node).array();
    const double largest = logs.maxCoeff();
    if (largest == kNever) return kNever;
    double sum = 0;
    for (Index c = 0; c < potentials.cols(); ++c)
      sum += marginals(node, c) = std::exp(logs[c] - largest);
    marginals.row(node) /= sum;
    total += largest + std::log(sum);
  }
  std::vector<double> sums(groups_.size());
  execution.pool.run(groups(), [&](std::int64_t g) {
    execution.stop_if_requested();
    const Group& group = groups_[at(g)];
    sums[at(g)] = group.exact
                      ? group.exact->infer(potentials, marginals)
                      : loopy_beliefs(group.nodes, problem_.apart, potentials, marginals).log_sum;
  });
  for (const double sum : sums) total += sum;  // in the order of groups
  return total;
}

std::vector<Index> LinkField::most_probable(const RowMatrix<double>& potentials,
                                            const Execution& execution) const {
  std::vector<Index> state(at(problem_.nodes()), 0);
  for (const Index node : single_) potentials.row(node).maxCoeff(&state[at(node)]);
  execution.pool.run(groups(), [&](std::int64_t g) {
    const Group& group = groups_[at(g)];
    if (group.exact && group.exact->most_probable(potentials, state)) return;
    RowMatrix<double> marginals(potentials.rows(), potentials.cols());
    loopy_beliefs(group.nodes, problem_.apart, potentials, marginals);
    fewest_left_first(group, marginals, state);
  });
  return state;
}

void LinkField::fewest_left_first(const Group& group, const RowMatrix<double>& marginals,
                                  std::vector<Index>& state) const {
  struct Left {
    std::vector<bool> taken;  // by state: a neighbour has it
    Index count = 0;          // of states that are not
  };
  std::unordered_map<Index, Left> left;
  std::set<std::tuple<Index, double, Index>> queue;  // (states left, -certainty, node)
  const auto key = [&](Index node) {
    return std::tuple(left[node].count, -marginals.row(node).maxCoeff(), node);
  };
  for (const Index node : group.nodes) {
    left[node] = {std::vector<bool>(at(problem_.k), false), problem_.k};
    queue.insert(key(node));
  }
  while (!queue.empty()) {
    const Index node = std::get<2>(*queue.begin());
    queue.erase(queue.begin());
    Eigen::RowVectorXd free = marginals.row(node);
    for (Index c = 0; c < problem_.k; ++c)
      if (left[node].taken[at(c)] && left[node].count > 0) free[c] = -1;
    free.maxCoeff(&state[at(node)]);
    const std::size_t chosen = at(state[at(node)]);
    for (const Index other : problem_.apart[at(node)]) {
      Left& of_other = left[other];
      if (of_other.taken[chosen] || queue.erase(key(other)) == 0) continue;
      of_other.taken[chosen] = true;
      --of_other.count;
      queue.insert(key(other));
    }
  }
}

}  // namespace germane
