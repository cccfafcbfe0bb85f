#include "germane/data/bridges.h"

#include <algorithm>

namespace germane {

namespace {

// Depth-first over the links, with its own stack: a chain of a million links is as deep.
class Search {
 public:
  Search(const std::vector<Link>& links, Index rows)
      : links_(links),
        first_(at(rows) + 1, 0),
        order_(at(rows), -1),
        low_(at(rows)),
        below_(at(rows), 1) {
    for (const Link& link : links_) {
      ++first_[at(link.a) + 1];
      ++first_[at(link.b) + 1];
    }
    for (std::size_t row = 1; row < first_.size(); ++row) first_[row] += first_[row - 1];
    std::vector<Index> next(first_.begin(), first_.end() - 1);
    numbers_.resize(2 * links_.size());
    for (std::size_t i = 0; i < links_.size(); ++i) {
      numbers_[at(next[at(links_[i].a)]++)] = static_cast<Index>(i);
      numbers_[at(next[at(links_[i].b)]++)] = static_cast<Index>(i);
    }
    next_ = std::vector<Index>(first_.begin(), first_.end() - 1);
  }

  std::vector<Bridge> run() {
    std::vector<Bridge> all;
    for (const Link& link : links_)
      if (order_[at(link.a)] < 0) {
        std::vector<Bridge> found;
        visit(link.a, found);
        const Index size = below_[at(link.a)];
        for (Bridge& bridge : found) {
          bridge.split_off = std::min(bridge.split_off, size - bridge.split_off);
          all.push_back(bridge);
        }
      }
    std::stable_sort(all.begin(), all.end(),
                     [](const Bridge& a, const Bridge& b) { return a.split_off > b.split_off; });
    return all;
  }

 private:
  struct Step {
    Index row;
    Index by;  // the link it was reached by; -1 at the start
  };

  void visit(Index start, std::vector<Bridge>& found) {
    std::vector<Step> path{{start, -1}};
    enter(start);
    while (!path.empty()) {
      const Step step = path.back();
      if (next_[at(step.row)] < first_[at(step.row) + 1]) {
        const Index number = numbers_[at(next_[at(step.row)]++)];
        if (number == step.by) continue;
        const Link& link = links_[at(number)];
        const Index other = link.a == step.row ? link.b : link.a;
        if (order_[at(other)] >= 0) {
          low_[at(step.row)] = std::min(low_[at(step.row)], order_[at(other)]);
        } else {
          enter(other);
          path.push_back({other, number});
        }
        continue;
      }
      path.pop_back();
      if (path.empty()) break;
      const Index parent = path.back().row;
      low_[at(parent)] = std::min(low_[at(parent)], low_[at(step.row)]);
      below_[at(parent)] += below_[at(step.row)];
      if (low_[at(step.row)] > order_[at(parent)])
        found.push_back({links_[at(step.by)], below_[at(step.row)]});
    }
  }

  void enter(Index row) { order_[at(row)] = low_[at(row)] = entered_++; }

  const std::vector<Link>& links_;
  std::vector<Index> first_;  // by row: where its links begin in numbers_
  std::vector<Index> numbers_, next_;
  std::vector<Index> order_, low_;  // when a row was entered; the earliest it reaches back to
  std::vector<Index> below_;        // rows entered from it, itself included
  Index entered_ = 0;
};

}  // namespace

std::vector<Bridge> find_bridges(const std::vector<Link>& links, Index rows) {
  return Search(links, rows).run();
}

}  // namespace germane
