#include "germane/data/exclusive.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace germane {

namespace {

// Nodes are chunklets and single rows with a cannot-link; neighbours exclude each other.
struct Graph {
  std::vector<Index> row;                 // by node: one of its rows
  std::vector<std::vector<Index>> apart;  // by node, ascending, each once

  Graph(const Chunklets& chunklets, const std::vector<Link>& cannot_links) {
    // The row that stands for each end: the first of the chunklet that a link names.
    std::vector<Index> first(at(chunklets.codes()), -1);
    std::vector<std::pair<Index, Index>> edges;
    std::vector<Index> used;
    const auto stand_in = [&](Index end) {
      const Index code = chunklets.rows() > 0 ? chunklets.of(end) : -1;
      if (code < 0) return end;
      if (first[at(code)] < 0) first[at(code)] = end;
      return first[at(code)];
    };
    for (const Link& link : cannot_links) {
      const Index a = stand_in(link.a), b = stand_in(link.b);
      if (a == b) continue;
      edges.emplace_back(a, b);
      used.push_back(a);
      used.push_back(b);
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    row = std::move(used);
    apart.resize(row.size());
    const auto node = [&](Index r) {
      return static_cast<Index>(std::lower_bound(row.begin(), row.end(), r) - row.begin());
    };
    for (const auto& [a, b] : edges) {
      const Index i = node(a), j = node(b);
      apart[at(i)].push_back(j);
      apart[at(j)].push_back(i);
    }
    for (std::vector<Index>& others : apart) {
      std::sort(others.begin(), others.end());
      others.erase(std::unique(others.begin(), others.end()), others.end());
    }
  }

  Index nodes() const { return static_cast<Index>(row.size()); }
  bool excludes(Index i, Index j) const {
    return std::binary_search(apart[at(i)].begin(), apart[at(i)].end(), j);
  }
};

// Nodes in the order in which, each time, one with the fewest neighbours left is taken off the
// graph. A node and those after it that it excludes are few (the degeneracy), which bounds every
// search below. Linear in the links.
std::vector<Index> peel(const Graph& graph) {
  const Index n = graph.nodes();
  std::vector<Index> left(at(n));
  Index most = 0;
  for (Index i = 0; i < n; ++i) {
    left[at(i)] = static_cast<Index>(graph.apart[at(i)].size());
    most = std::max(most, left[at(i)]);
  }
  std::vector<std::vector<Index>> by_left(at(most) + 1);
  for (Index i = n - 1; i >= 0; --i) by_left[at(left[at(i)])].push_back(i);
  std::vector<bool> gone(at(n));
  std::vector<Index> order;
  for (Index least = 0; least <= most;) {
    if (by_left[at(least)].empty()) {
      ++least;
      continue;
    }
    const Index node = by_left[at(least)].back();
    by_left[at(least)].pop_back();
    if (gone[at(node)] || left[at(node)] != least) continue;  // an old entry
    gone[at(node)] = true;
    order.push_back(node);
    for (const Index other : graph.apart[at(node)])
      if (!gone[at(other)]) by_left[at(--left[at(other)])].push_back(other);
    least = std::max<Index>(0, least - 1);
  }
  return order;
}

class Search {
 public:
  Search(const Graph& graph, Index most_steps) : graph_(graph), steps_left_(most_steps) {
    std::vector<Index> order = peel(graph);
    std::vector<Index> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[at(order[i])] = static_cast<Index>(i);
    const auto later = [&](Index node) {
      std::vector<Index> others;
      for (const Index other : graph.apart[at(node)])
        if (place[at(other)] > place[at(node)]) others.push_back(other);
      return others;
    };
    // Greedily first, from the dense end: a good set early saves most of the search.
    std::reverse(order.begin(), order.end());
    for (const Index node : order) grow(node, later(node));
    for (const Index node : order) {
      if (steps_left_ <= 0) return;
      chosen_ = {node};
      extend(later(node));
    }
  }

  std::vector<Index> best() const { return best_; }
  bool complete() const { return steps_left_ > 0; }

 private:
  void grow(Index node, const std::vector<Index>& candidates) {
    if (candidates.size() + 1 <= best_.size()) return;
    std::vector<Index> set = {node};
    for (const Index other : candidates)
      if (std::all_of(set.begin() + 1, set.end(),
                      [&](Index member) { return graph_.excludes(member, other); }))
        set.push_back(other);
    if (set.size() > best_.size()) best_ = std::move(set);
  }

  // Candidates divided into classes of nodes that do not exclude each other: a set has at most one
  // of each class, so that the class number bounds what can still be gained.
  void extend(const std::vector<Index>& candidates) {
    if (chosen_.size() > best_.size()) best_ = chosen_;
    if (candidates.empty() || chosen_.size() + candidates.size() <= best_.size()) return;
    std::vector<std::vector<Index>> classes;
    for (const Index node : candidates) {
      const auto fits = std::find_if(classes.begin(), classes.end(), [&](const auto& members) {
        return std::none_of(members.begin(), members.end(),
                            [&](Index member) { return graph_.excludes(member, node); });
      });
      if (fits == classes.end())
        classes.push_back({node});
      else
        fits->push_back(node);
    }
    std::vector<Index> open;
    for (const auto& members : classes) open.insert(open.end(), members.begin(), members.end());
    std::size_t bound = classes.size();
    while (!classes.empty()) {
      while (!classes.back().empty()) {
        if (chosen_.size() + bound <= best_.size() || steps_left_ <= 0) return;
        --steps_left_;
        const Index node = classes.back().back();
        classes.back().pop_back();
        open.pop_back();
        std::vector<Index> next;
        for (const Index other : open)
          if (graph_.excludes(node, other)) next.push_back(other);
        chosen_.push_back(node);
        extend(next);
        chosen_.pop_back();
      }
      classes.pop_back();
      --bound;
    }
  }

  const Graph& graph_;
  Index steps_left_;
  std::vector<Index> chosen_, best_;
};

}  // namespace

ExclusiveSet find_exclusive(const Chunklets& chunklets, const std::vector<Link>& cannot_links,
                            Index most_steps) {
  const Graph graph(chunklets, cannot_links);
  if (graph.nodes() == 0) return {{}, true};
  const Search search(graph, most_steps);
  ExclusiveSet found{{}, search.complete()};
  for (const Index node : search.best()) found.rows.push_back(graph.row[at(node)]);
  std::sort(found.rows.begin(), found.rows.end());
  return found;
}

}  // namespace germane
