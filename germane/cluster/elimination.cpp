#include "germane/cluster/elimination.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>

namespace germane {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

double log_sum(const double* values, Index count) {
  const double largest = *std::max_element(values, values + count);
  if (largest == kNever) return kNever;
  double sum = 0;
  for (Index i = 0; i < count; ++i) sum += std::exp(values[i] - largest);
  return largest + std::log(sum);
}

double log_largest(const double* values, Index count) {
  return *std::max_element(values, values + count);
}

// The next assignment of states to the nodes of a table, the first node fastest.
void advance(std::vector<Index>& digits, Index k) {
  for (Index& digit : digits) {
    if (++digit < k) return;
    digit = 0;
  }
}

}  // namespace

std::optional<Elimination> Elimination::plan(const std::vector<Index>& nodes,
                                             const std::vector<std::vector<Index>>& apart, Index k,
                                             double most_states) {
  std::unordered_map<Index, std::set<Index>> left;  // neighbours among the nodes that are left
  std::set<std::pair<Index, Index>> queue;          // (number of neighbours, node)
  for (const Index node : nodes) {
    const auto& others = apart[at(node)];
    left[node] = {others.begin(), others.end()};
    queue.emplace(static_cast<Index>(others.size()), node);
  }
  Elimination result;
  result.k_ = k;
  std::unordered_map<Index, Index> step_of;
  std::vector<std::vector<Index>> others_of;  // by step: nodes
  while (!queue.empty()) {
    const auto [degree, node] = *queue.begin();
    const double states = std::pow(static_cast<double>(k), static_cast<double>(degree + 1));
    if (states > most_states) return std::nullopt;
    result.states_ = std::max(result.states_, states);
    queue.erase(queue.begin());
    const std::set<Index> others = std::move(left[node]);
    for (const Index a : others) {
      std::set<Index>& of_a = left[a];
      queue.erase({static_cast<Index>(of_a.size()), a});
      of_a.insert(others.begin(), others.end());
      of_a.erase(a);
      of_a.erase(node);
      queue.emplace(static_cast<Index>(of_a.size()), a);
    }
    step_of[node] = static_cast<Index>(result.steps_.size());
    result.steps_.push_back({.node = node, .others = {}, .linked = {}, .children = {}});
    others_of.emplace_back(others.begin(), others.end());
  }
  for (Index s = 0; s < static_cast<Index>(result.steps_.size()); ++s) {
    Step& step = result.steps_[at(s)];
    for (const Index node : others_of[at(s)]) step.others.push_back(step_of[node]);
    std::sort(step.others.begin(), step.others.end());
    const auto& links = apart[at(step.node)];
    for (const Index other : step.others)
      step.linked.push_back(
          std::binary_search(links.begin(), links.end(), result.steps_[at(other)].node));
    if (!step.others.empty()) result.steps_[at(step.others[0])].children.push_back(s);
  }
  return result;
}

// Where the table entry of `step` at `digits` looks into what `child` sent: the states of the
// child's other nodes, all of which are in this table.
Index Elimination::place_in_message(Index child, Index step,
                                    const std::vector<Index>& digits) const {
  const std::vector<Index>& others = steps_[at(step)].others;
  Index place = 0, stride = 1;
  for (const Index wanted : steps_[at(child)].others) {
    const Index digit =
        wanted == step
            ? digits[0]
            : digits[at(std::lower_bound(others.begin(), others.end(), wanted) - others.begin()) +
                     1];
    place += stride * digit;
    stride *= k_;
  }
  return place;
}

// The table of every step, and what each sends on: its table combined over the states of its node.
template <class Combine>
std::vector<std::vector<double>> Elimination::tables(const RowMatrix<double>& potentials,
                                                     std::vector<std::vector<double>>& messages,
                                                     Combine combine) const {
  std::vector<std::vector<double>> all(steps_.size());
  messages.assign(steps_.size(), {});
  for (Index s = 0; s < static_cast<Index>(steps_.size()); ++s) {
    const Step& step = steps_[at(s)];
    std::vector<Index> digits(step.others.size() + 1, 0);
    std::vector<double>& table = all[at(s)];
    table.resize(at(std::llround(std::pow(k_, digits.size()))));
    for (double& entry : table) {
      entry = potentials(step.node, digits[0]);
      for (std::size_t j = 0; j < step.others.size(); ++j)
        if (step.linked[j] && digits[j + 1] == digits[0]) entry = kNever;
      for (const Index child : step.children)
        entry += messages[at(child)][at(place_in_message(child, s, digits))];
      advance(digits, k_);
    }
    std::vector<double>& message = messages[at(s)];
    message.resize(table.size() / at(k_));
    for (std::size_t i = 0; i < message.size(); ++i)
      message[i] = combine(table.data() + i * at(k_), k_);
  }
  return all;
}

double Elimination::infer(const RowMatrix<double>& potentials, RowMatrix<double>& marginals) const {
  std::vector<std::vector<double>> messages;
  std::vector<std::vector<double>> table = tables(potentials, messages, log_sum);
  double total = 0;
  for (std::size_t s = 0; s < steps_.size(); ++s)
    if (steps_[s].others.empty()) total += messages[s][0];
  if (total == kNever) return kNever;

  // Backwards: the probabilities of the other nodes' states are known, times those of the node's
  // states given theirs.
  std::vector<std::vector<double>> of_others(steps_.size());
  for (Index s = static_cast<Index>(steps_.size()) - 1; s >= 0; --s) {
    const Step& step = steps_[at(s)];
    if (step.others.empty()) of_others[at(s)] = {1.0};
    for (const Index child : step.children)
      of_others[at(child)].assign(messages[at(child)].size(), 0);
    auto marginal = marginals.row(step.node);
    marginal.setZero();
    std::vector<Index> digits(step.others.size() + 1, 0);
    for (std::size_t i = 0; i < table[at(s)].size(); ++i, advance(digits, k_)) {
      const std::size_t place = i / at(k_);
      const double given = of_others[at(s)][place];
      if (given == 0 || table[at(s)][i] == kNever) continue;
      const double joint = given * std::exp(table[at(s)][i] - messages[at(s)][place]);
      marginal[digits[0]] += joint;
      for (const Index child : step.children)
        of_others[at(child)][at(place_in_message(child, s, digits))] += joint;
    }
  }
  return total;
}

bool Elimination::most_probable(const RowMatrix<double>& potentials,
                                std::vector<Index>& state) const {
  std::vector<std::vector<double>> messages;
  const std::vector<std::vector<double>> table = tables(potentials, messages, log_largest);
  for (Index s = static_cast<Index>(steps_.size()) - 1; s >= 0; --s) {
    const Step& step = steps_[at(s)];
    Index place = 0, stride = 1;
    for (const Index other : step.others) {
      place += stride * state[at(steps_[at(other)].node)];
      stride *= k_;
    }
    const double* entries = table[at(s)].data() + place * k_;
    const double* best = std::max_element(entries, entries + k_);
    if (*best == kNever) return false;
    state[at(step.node)] = static_cast<Index>(best - entries);
  }
  return true;
}

}  // namespace germane
