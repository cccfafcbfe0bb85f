#include "germane/cluster/exact_labels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace germane {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-13;  // a smaller share of gain is none

class Search {
 public:
  Search(const ConstrainedNodes& nodes, const std::vector<Index>& component,
         const RowMatrix<double>& cost, Index most_steps, const std::vector<Index>& label)
      : k_(cost.cols()), steps_(most_steps), links_(component.size()), now_(component.size() + 1) {
    // Components have their places in ascending order.
    for (std::size_t i = 0; i < component.size(); ++i) {
      best_.push_back(label[at(component[i])]);
      for (NodeLink link : nodes.links[at(component[i])]) {
        link.other =
            std::lower_bound(component.begin(), component.end(), link.other) - component.begin();
        links_[i].push_back(link);
      }
    }
    now_[0].resize(static_cast<Index>(component.size()), k_);
    for (std::size_t i = 0; i < component.size(); ++i)
      now_[0].row(static_cast<Index>(i)) = cost.row(component[i]);
    for (std::size_t i = 0; i < component.size(); ++i) {
      least_ += now_[0](static_cast<Index>(i), best_[i]);
      for (const NodeLink& link : links_[i])
        if (at(link.other) > i && link.violated(best_[i], best_[at(link.other)]))
          least_ += link.cost;
    }
    label_.assign(component.size(), -1);
  }

  bool run() {
    extend(0, 0);
    return steps_ >= 0;
  }

  const std::vector<Index>& best() const { return best_; }

 private:
  bool hopeless(double bound) const { return !(bound < least_ * (1 - kRounding)); }

  // `sum`: of the `depth` nodes that have a label. now_[depth](i, a): what label a of node i costs,
  // given those.
  void extend(std::size_t depth, double sum) {
    if (depth == label_.size()) {
      if (hopeless(sum)) return;
      least_ = sum;
      best_ = label_;
      return;
    }
    const RowMatrix<double>& now = now_[depth];
    double rest = 0, most_regret = -1;
    Index next = -1;
    for (Index i = 0; i < now.rows(); ++i) {
      if (label_[at(i)] >= 0) continue;
      double first = kInfinity, second = kInfinity;
      for (Index a = 0; a < k_; ++a) {
        const double c = now(i, a);
        if (c < first) {
          second = first;
          first = c;
        } else {
          second = std::min(second, c);
        }
      }
      if (!std::isfinite(first)) return;
      rest += first;
      if (second - first > most_regret) {
        most_regret = second - first;
        next = i;
      }
    }
    if (hopeless(sum + rest)) return;
    const double others = rest - now.row(next).minCoeff();
    std::vector<Index> order(at(k_));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return now(next, a) < now(next, b); });
    for (const Index a : order) {
      if (hopeless(sum + others + now(next, a))) return;
      if (--steps_ < 0) return;
      choose(depth, next, a);
      extend(depth + 1, sum + now(next, a));
      label_[at(next)] = -1;
    }
  }

  void choose(std::size_t depth, Index node, Index a) {
    label_[at(node)] = a;
    RowMatrix<double>& after = now_[depth + 1];
    after = now_[depth];
    for (const NodeLink& link : links_[at(node)]) {
      if (label_[at(link.other)] >= 0) continue;
      for (Index b = 0; b < k_; ++b)
        if (link.violated(a, b)) after(link.other, b) += link.cost;
    }
  }

  const Index k_;
  Index steps_;
  std::vector<std::vector<NodeLink>> links_;  // by node of the component
  std::vector<RowMatrix<double>> now_;        // by depth
  std::vector<Index> label_, best_;
  double least_ = 0;
};

}  // namespace

bool find_best_labels(const ConstrainedNodes& nodes, const std::vector<Index>& component,
                      const RowMatrix<double>& cost, Index most_steps, std::vector<Index>& label) {
  Search search(nodes, component, cost, most_steps, label);
  const bool proved = search.run();
  for (std::size_t i = 0; i < component.size(); ++i) label[at(component[i])] = search.best()[i];
  return proved;
}

}  // namespace germane
