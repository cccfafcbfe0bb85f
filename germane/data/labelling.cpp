#include "germane/data/labelling.h"

#include "germane/data/components.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <tuple>

namespace germane {

namespace {

// The search over one component, with its turns on a stack.
class Search {
 public:
  Search(const LabellingProblem& problem, const std::vector<Index>& nodes,
         std::vector<Index>& label, std::vector<Index>& places, Random& random)
      : problem_(problem),
        nodes_(nodes),
        label_(label),
        places_(places),
        random_(random),
        taken_(nodes.size(), std::vector<Index>(at(problem.k), 0)) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) place(nodes_[i]) = static_cast<Index>(i);
    // Labels that no node is known to have are alike: only the first unused one is tried.
    for (const Index known : problem_.known) used_ = std::max(used_, known + 1);
  }

  Labelling::Outcome run(Index& steps) {
    for (const Index node : nodes_) queue_.insert(key(node));
    for (const Index node : nodes_)
      if (problem_.known[at(node)] >= 0) {
        const Index label = problem_.known[at(node)];
        if (taken_[at(place(node))][at(label)] > 0) return Labelling::Outcome::kImpossible;
        put(node, label);
      }
    std::vector<Turn> turns;
    while (!queue_.empty()) {
      turns.push_back({std::get<2>(*queue_.begin()), 0, used_, random_.below(problem_.k)});
      while (!advance(turns.back())) {
        turns.pop_back();
        if (turns.empty()) return Labelling::Outcome::kImpossible;
      }
      if (--steps < 0) return Labelling::Outcome::kUndecided;
    }
    return Labelling::Outcome::kFound;
  }

 private:
  struct Turn {
    Index node;
    Index tried;   // labels so far
    Index used;    // labels in use before it
    Index offset;  // where it began, so that starts differ
  };
  using Key = std::tuple<Index, Index, Index>;

  // Takes the turn's label back, if it has one, and puts its next; false: there is none.
  bool advance(Turn& turn) {
    if (label_[at(turn.node)] >= 0) take_back(turn.node);
    used_ = turn.used;
    const Index choices = std::min(problem_.k, turn.used + 1);
    while (turn.tried < choices) {
      const Index label = (turn.tried++ + turn.offset) % choices;
      if (taken_[at(place(turn.node))][at(label)] > 0) continue;
      put(turn.node, label);
      used_ = std::max(used_, label + 1);
      return true;
    }
    return false;
  }

  void put(Index node, Index label) {
    queue_.erase(key(node));
    label_[at(node)] = label;
    for (const Index other : problem_.apart[at(node)]) count(other, label, 1);
  }

  void take_back(Index node) {
    const Index label = label_[at(node)];
    label_[at(node)] = -1;
    for (const Index other : problem_.apart[at(node)]) count(other, label, -1);
    queue_.insert(key(node));
  }

  void count(Index node, Index label, Index change) {
    const bool waiting = label_[at(node)] < 0;
    if (waiting) queue_.erase(key(node));
    taken_[at(place(node))][at(label)] += change;
    if (waiting) queue_.insert(key(node));
  }

  // Fewest labels left first, then the most links, then the first node.
  Key key(Index node) const {
    Index left = 0;
    for (const Index taken : taken_[at(place(node))]) left += taken == 0 ? 1 : 0;
    return {left, -static_cast<Index>(problem_.apart[at(node)].size()), node};
  }

  Index& place(Index node) const { return places_[at(node)]; }

  const LabellingProblem& problem_;
  const std::vector<Index>& nodes_;
  std::vector<Index>& label_;
  std::vector<Index>& places_;  // by node: its place in nodes_
  Random& random_;
  std::vector<std::vector<Index>> taken_;  // by place: neighbours that have each label
  std::set<Key> queue_;                    // nodes without a label
  Index used_ = 0;
};

// Nodes that are all linked to each other, greedily; more of them than labels are reason enough.
std::vector<Index> clique_in(const LabellingProblem& problem, std::vector<Index> nodes) {
  std::sort(nodes.begin(), nodes.end(), [&](Index a, Index b) {
    return problem.apart[at(a)].size() > problem.apart[at(b)].size();
  });
  std::vector<Index> best;
  constexpr std::size_t kStarts = 50;
  for (std::size_t first = 0; first < std::min(kStarts, nodes.size()); ++first) {
    std::vector<Index> clique{nodes[first]};
    for (const Index node : nodes) {
      const std::vector<Index>& apart = problem.apart[at(node)];
      if (std::all_of(clique.begin(), clique.end(), [&](Index member) {
            return std::find(apart.begin(), apart.end(), member) != apart.end();
          }))
        clique.push_back(node);
    }
    if (clique.size() > best.size()) best = clique;
  }
  return best;
}

}  // namespace

std::vector<std::vector<Index>> linked_components(const LabellingProblem& problem) {
  Components joined(problem.nodes());
  for (Index node = 0; node < problem.nodes(); ++node)
    for (const Index other : problem.apart[at(node)]) joined.join(node, other);
  std::vector<Index> number(at(problem.nodes()), -1);
  std::vector<std::vector<Index>> components;
  for (Index node = 0; node < problem.nodes(); ++node) {
    Index& of_root = number[at(joined.root(node))];
    if (of_root < 0) {
      of_root = static_cast<Index>(components.size());
      components.emplace_back();
    }
    components[at(of_root)].push_back(node);
  }
  return components;
}

Labelling find_labelling(const LabellingProblem& problem, Index most_steps, Random random) {
  Labelling found;
  std::vector<Index> label(at(problem.nodes()), -1);
  for (Index node = 0; node < problem.nodes(); ++node)
    for (const Index other : problem.apart[at(node)])
      if (problem.known[at(node)] >= 0 && problem.known[at(node)] == problem.known[at(other)])
        return {Labelling::Outcome::kImpossible, {}, {node, other}};
  Index steps = most_steps;
  std::vector<Index> places(label.size());
  for (const std::vector<Index>& nodes : linked_components(problem)) {
    if (nodes.size() == 1) {
      const Index known = problem.known[at(nodes[0])];
      label[at(nodes[0])] = known >= 0 ? known : random.below(problem.k);
      continue;
    }
    found.outcome = Search(problem, nodes, label, places, random).run(steps);
    if (found.outcome == Labelling::Outcome::kFound) continue;
    if (found.outcome == Labelling::Outcome::kImpossible) {
      const std::vector<Index> clique = clique_in(problem, nodes);
      found.reason = static_cast<Index>(clique.size()) > problem.k ? clique : nodes;
    }
    return found;
  }
  found.outcome = Labelling::Outcome::kFound;
  found.label = std::move(label);
  return found;
}

LabellingSampler::LabellingSampler(const LabellingProblem& problem, std::vector<Index> start,
                                   Random random)
    : problem_(problem),
      label_(std::move(start)),
      random_(random),
      in_chain_(label_.size(), false) {
  constexpr std::size_t kMostLabellings = 10000;
  for (std::vector<Index>& nodes : linked_components(problem_)) {
    // All labellings, node by node; too many to list: a chain.
    std::vector<std::vector<Index>> all{{}};
    for (std::size_t i = 0; i < nodes.size() && !all.empty(); ++i) {
      std::vector<std::vector<Index>> longer;
      for (const std::vector<Index>& shorter : all)
        for (Index label = 0; label < problem_.k; ++label) {
          const Index known = problem_.known[at(nodes[i])];
          bool fits = known < 0 || known == label;
          for (std::size_t j = 0; j < i && fits; ++j) {
            const std::vector<Index>& apart = problem_.apart[at(nodes[i])];
            fits = shorter[j] != label ||
                   std::find(apart.begin(), apart.end(), nodes[j]) == apart.end();
          }
          if (!fits) continue;
          longer.push_back(shorter);
          longer.back().push_back(label);
        }
      all = std::move(longer);
      if (all.size() > kMostLabellings) all.clear();
    }
    if (all.empty())
      chains_.push_back(std::move(nodes));
    else
      lists_.push_back({std::move(nodes), std::move(all)});
  }
}

const std::vector<Index>& LabellingSampler::next() {
  for (const List& list : lists_) {
    const auto& drawn =
        list.labellings[at(random_.below(static_cast<Index>(list.labellings.size())))];
    for (std::size_t i = 0; i < drawn.size(); ++i) label_[at(list.nodes[i])] = drawn[i];
  }
  for (const std::vector<Index>& nodes : chains_)
    for (std::size_t move = 0; move < nodes.size(); ++move) {
      const Index node = nodes[at(random_.below(static_cast<Index>(nodes.size())))];
      if (problem_.k < 2) continue;
      Index other = random_.below(problem_.k - 1);
      if (other >= label_[at(node)]) ++other;
      swap_along_chain(node, other);
    }
  return label_;
}

// Every node that a change of `node` to `other` would drag along changes too; unless one is known.
void LabellingSampler::swap_along_chain(Index node, Index other) {
  const Index own = label_[at(node)];
  chain_.assign(1, node);
  in_chain_[at(node)] = true;
  bool free = problem_.known[at(node)] < 0;
  for (std::size_t i = 0; i < chain_.size() && free; ++i) {
    const Index wanted = label_[at(chain_[i])] == own ? other : own;
    for (const Index next : problem_.apart[at(chain_[i])]) {
      if (label_[at(next)] != wanted || in_chain_[at(next)]) continue;
      free = free && problem_.known[at(next)] < 0;
      in_chain_[at(next)] = true;
      chain_.push_back(next);
    }
  }
  for (const Index member : chain_) {
    in_chain_[at(member)] = false;
    if (free) label_[at(member)] = label_[at(member)] == own ? other : own;
  }
}

}  // namespace germane
