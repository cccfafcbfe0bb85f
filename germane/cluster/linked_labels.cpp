#include "germane/cluster/linked_labels.h"

#include "germane/cluster/exact_labels.h"
#include "germane/cluster/workers.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace germane {

namespace {

constexpr Index kSweeps = 50;            // of a component; each lowers the sum
constexpr std::size_t kExactNodes = 20;  // components up to so many are searched exactly,
constexpr Index kExactWork = 1000000;    // as far as so many costs looked at go
constexpr Index kNodesOfTask = 256;      // small components are handed out together
constexpr double kRounding = 1e-13;      // a smaller share of gain is none

Index cheapest(const RowMatrix<double>& cost, Index place) {
  const double* first = cost.data() + place * cost.cols();
  return std::min_element(first, first + cost.cols()) - first;
}

}  // namespace

LinkedLabels::LinkedLabels(const ConstrainedNodes& nodes, Index k) : nodes_(nodes), k_(k) {
  for (const std::vector<NodeLink>& links : nodes.links)
    for (const NodeLink& link : links) soft_ = soft_ || std::isfinite(link.cost);
}

void LinkedLabels::improve(const RowMatrix<double>& cost, std::vector<Index>& label,
                           const Execution& execution) const {
  std::vector<Index> first{0};  // component that each task begins with
  Index in_task = 0;
  for (std::size_t c = 0; c < nodes_.components.size(); ++c) {
    in_task += static_cast<Index>(nodes_.components[c].size());
    if (in_task < kNodesOfTask && c + 1 < nodes_.components.size()) continue;
    first.push_back(static_cast<Index>(c) + 1);
    in_task = 0;
  }
  std::vector<std::unique_ptr<Scratch>> space(at(execution.pool.threads()));
  run_by_workers(execution.pool, static_cast<Index>(first.size()) - 1,
                 [&](Index worker, Index task) {
                   std::unique_ptr<Scratch>& mine = space[at(worker)];
                   if (!mine) {
                     mine = std::make_unique<Scratch>();
                     mine->chain_of.assign(nodes_.linked.size(), 0);
                     mine->total.resize(at(k_));
                     mine->cheapest.resize(nodes_.linked.size());
                   }
                   for (Index c = first[at(task)]; c < first[at(task + 1)]; ++c)
                     improve_component(nodes_.components[at(c)], cost, label, *mine);
                 });
}

double LinkedLabels::penalty_of(Index place, Index own, const std::vector<Index>& label) const {
  double sum = 0;
  for (const NodeLink& link : nodes_.links[at(place)])
    if (link.violated(own, label[at(link.other)])) sum += link.cost;
  return sum;
}

double LinkedLabels::penalty(const std::vector<Index>& label) const {
  double sum = 0;
  for (Index p = 0; p < nodes_.places(); ++p)
    for (const NodeLink& link : nodes_.links[at(p)])
      if (link.other > p && link.violated(label[at(p)], label[at(link.other)])) sum += link.cost;
  return sum;
}

double LinkedLabels::value(const Nodes& nodes, const RowMatrix<double>& cost,
                           const std::vector<Index>& label) const {
  double sum = 0;
  for (const Index p : nodes) {
    sum += cost(p, label[at(p)]);
    for (const NodeLink& link : nodes_.links[at(p)])
      if (link.other > p && link.violated(label[at(p)], label[at(link.other)])) sum += link.cost;
  }
  return sum;
}

void LinkedLabels::improve_component(const Nodes& nodes, const RowMatrix<double>& cost,
                                     std::vector<Index>& label, Scratch& scratch) const {
  const auto labels_of = [&] {
    std::vector<Index> now;
    now.reserve(nodes.size());
    for (const Index p : nodes) now.push_back(label[at(p)]);
    return now;
  };
  const auto set_labels = [&](const std::vector<Index>& to) {
    auto next = to.begin();
    for (const Index p : nodes) label[at(p)] = *next++;
  };
  const std::vector<Index> given = labels_of();
  const bool first_time = given.front() < 0;
  if (take_cheapest(nodes, cost, label, scratch)) return;
  // A start without labels goes on from the cheapest ones, violations and all.
  if (!first_time) set_labels(given);
  descend(nodes, cost, label, scratch);
  std::vector<Index> best = labels_of();
  double least = value(nodes, cost, label);
  if (label_greedily(nodes, cost, label, scratch)) {
    descend(nodes, cost, label, scratch);
    if (const double found = value(nodes, cost, label); found < least) {
      least = found;
      best = labels_of();
    }
  }
  set_labels(best);
  if (nodes.size() <= kExactNodes)
    find_best_labels(nodes_, nodes, cost, kExactWork / (static_cast<Index>(nodes.size()) * k_) + 1,
                     label);
}

// True when no link is violated then.
bool LinkedLabels::take_cheapest(const Nodes& nodes, const RowMatrix<double>& cost,
                                 std::vector<Index>& label, Scratch& scratch) const {
  for (const Index p : nodes) label[at(p)] = scratch.cheapest[at(p)] = cheapest(cost, p);
  return std::all_of(nodes.begin(), nodes.end(),
                     [&](Index p) { return content(p, label, scratch); });
}

// Nothing could be better for this node, whatever the others do.
bool LinkedLabels::content(Index place, const std::vector<Index>& label,
                           const Scratch& scratch) const {
  const Index own = label[at(place)];
  if (own != scratch.cheapest[at(place)]) return false;
  const std::vector<NodeLink>& links = nodes_.links[at(place)];
  return std::none_of(links.begin(), links.end(), [&](const NodeLink& link) {
    return link.violated(own, label[at(link.other)]);
  });
}

// total[a] += what label a would cost by links to nodes that have a label.
void LinkedLabels::add_penalties(Index place, const std::vector<Index>& label,
                                 std::vector<double>& total) const {
  for (const NodeLink& link : nodes_.links[at(place)]) {
    const Index others = label[at(link.other)];
    if (others < 0) continue;
    if (link.apart) {
      total[at(others)] += link.cost;
    } else {
      for (Index a = 0; a < k_; ++a)
        if (a != others) total[at(a)] += link.cost;
    }
  }
}

// False when a node is left without a label of finite cost.
bool LinkedLabels::label_greedily(const Nodes& nodes, const RowMatrix<double>& cost,
                                  std::vector<Index>& label, Scratch& scratch) const {
  std::vector<std::pair<double, Index>> order;  // (- regret, place)
  for (const Index p : nodes) {
    label[at(p)] = -1;
    const Index best = scratch.cheapest[at(p)];
    double second = std::numeric_limits<double>::infinity();
    for (Index a = 0; a < k_; ++a)
      if (a != best) second = std::min(second, cost(p, a));
    order.emplace_back(cost(p, best) - second, p);
  }
  std::sort(order.begin(), order.end());
  for (const auto& [regret, p] : order) {
    std::copy_n(cost.data() + p * k_, k_, scratch.total.begin());
    add_penalties(p, label, scratch.total);
    const auto best = std::min_element(scratch.total.begin(), scratch.total.end());
    if (!std::isfinite(*best)) return false;
    label[at(p)] = best - scratch.total.begin();
  }
  return true;
}

void LinkedLabels::descend(const Nodes& nodes, const RowMatrix<double>& cost,
                           std::vector<Index>& label, Scratch& scratch) const {
  for (Index sweep = 0; sweep < kSweeps; ++sweep) {
    bool moved = false;
    for (const Index p : nodes) moved = move_single(p, cost, label, scratch) || moved;
    moved = swap_chains(nodes, cost, label, scratch) || moved;
    if (!moved) return;
  }
}

bool LinkedLabels::move_single(Index place, const RowMatrix<double>& cost,
                               std::vector<Index>& label, Scratch& scratch) const {
  if (content(place, label, scratch)) return false;
  const Index own = label[at(place)];
  std::copy_n(cost.data() + place * k_, k_, scratch.total.begin());
  add_penalties(place, label, scratch.total);
  const auto best = std::min_element(scratch.total.begin(), scratch.total.end());
  if (!(*best < scratch.total[at(own)] * (1 - kRounding))) return false;
  label[at(place)] = best - scratch.total.begin();
  return true;
}

// A swap can only gain where some node wants the other label for itself, or violates a link. Wishes
// are taken label pair by label pair, so that no chain is followed twice in a sweep.
bool LinkedLabels::swap_chains(const Nodes& nodes, const RowMatrix<double>& cost,
                               std::vector<Index>& label, Scratch& scratch) const {
  scratch.wishes.clear();
  for (const Index p : nodes) {
    if (content(p, label, scratch)) continue;
    const Index own = label[at(p)];
    const bool violates = penalty_of(p, own, label) > 0;
    for (Index a = 0; a < k_; ++a)
      if (a != own && (violates || cost(p, a) < cost(p, own)))
        scratch.wishes.push_back({std::min(a, own), std::max(a, own), p});
  }
  std::sort(scratch.wishes.begin(), scratch.wishes.end());
  bool moved = false;
  for (std::size_t i = 0; i < scratch.wishes.size(); ++i) {
    const Wish wish = scratch.wishes[i];
    if (i == 0 || wish.low != scratch.wishes[i - 1].low || wish.high != scratch.wishes[i - 1].high)
      scratch.first_chain = scratch.chains + 1;
    const Index own = label[at(wish.place)];
    if ((own != wish.low && own != wish.high) ||
        scratch.chain_of[at(wish.place)] >= scratch.first_chain)
      continue;
    moved = swap_chain(wish, cost, label, scratch) || moved;
  }
  return moved;
}

// Nodes of the two labels that hang together by links which hold. After a swap those still hold,
// and links inside that are violated still are: only links to the outside change.
bool LinkedLabels::swap_chain(const Wish& wish, const RowMatrix<double>& cost,
                              std::vector<Index>& label, Scratch& scratch) const {
  const auto swapped = [&](Index a) { return a == wish.low ? wish.high : wish.low; };
  const Index number = ++scratch.chains;
  scratch.chain.assign(1, wish.place);
  scratch.chain_of[at(wish.place)] = number;
  for (std::size_t i = 0; i < scratch.chain.size(); ++i) {
    const Index own = label[at(scratch.chain[i])];
    for (const NodeLink& link : nodes_.links[at(scratch.chain[i])]) {
      const Index others = label[at(link.other)];
      if ((others != wish.low && others != wish.high) || link.violated(own, others) ||
          scratch.chain_of[at(link.other)] == number)
        continue;
      scratch.chain_of[at(link.other)] = number;
      scratch.chain.push_back(link.other);
    }
  }
  double before = 0, after = 0;
  for (const Index p : scratch.chain) {
    const Index own = label[at(p)], next = swapped(own);
    before += cost(p, own);
    after += cost(p, next);
    for (const NodeLink& link : nodes_.links[at(p)]) {
      if (scratch.chain_of[at(link.other)] == number) continue;
      if (link.violated(own, label[at(link.other)])) before += link.cost;
      if (link.violated(next, label[at(link.other)])) after += link.cost;
    }
  }
  if (!(after < before * (1 - kRounding))) return false;
  for (const Index p : scratch.chain) label[at(p)] = swapped(label[at(p)]);
  return true;
}

}  // namespace germane
