// Boruvka's rounds over a k-d tree, with links.
//
// A part without links takes its shortest edge to any other, as in any spanning tree. A part with
// links takes its shortest edge to those it is not kept apart from, but only if that is also the
// shortest of the other part: what happens elsewhere cannot come before it then, for parts that are
// kept apart stay so, and so merging greedily would take the very same edge. The shortest edge of
// all is always of one of the two kinds, so every round gets on.
//
// What a search found serves later rounds: the nearest foreign row stays the nearest as long as it
// is foreign, and after that its distance is a lower bound, as parts only grow.
#include "germane/cluster/kd_tree.h"
#include "germane/cluster/spanning_tree.h"
#include "germane/cluster/workers.h"
#include "germane/data/components.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace germane {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kChunk = 256;  // places searched for by one task

void lower(std::atomic<double>& bound, double value) {
  double seen = bound.load(std::memory_order_relaxed);
  while (value < seen && !bound.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
  }
}

// Which parts links keep apart; made anew every round.
class Apart {
 public:
  Apart(const std::vector<Link>& links, const std::vector<Index>& part_of_row, Index parts)
      : start_(at(parts + 1), 0) {
    std::vector<std::pair<Index, Index>> pairs;
    pairs.reserve(2 * links.size());
    for (const Link& link : links) {
      const Index a = part_of_row[at(link.a)], b = part_of_row[at(link.b)];
      pairs.emplace_back(a, b);
      pairs.emplace_back(b, a);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [a, b] : pairs) {
      ++start_[at(a + 1)];
      other_.push_back(b);
    }
    for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
  }

  Index count(Index part) const { return start_[at(part + 1)] - start_[at(part)]; }
  bool kept(Index a, Index b) const {
    return std::binary_search(other_.begin() + start_[at(a)], other_.begin() + start_[at(a + 1)],
                              b);
  }

 private:
  std::vector<Index> start_;
  std::vector<Index> other_;
};

class Rounds {
 public:
  Rounds(const RowMatrix<double>& rows, const TreeLinks& links, const Execution& execution)
      : rows_(rows),
        links_(links),
        execution_(execution),
        tree_(rows),
        sets_(rows.rows()),
        part_(at(rows.rows())),
        uniform_(tree_.nodes().size()),
        found_(at(rows.rows())) {
    for (Neighbor& none : found_) none.squared = 0;  // nothing known: a lower bound
  }

  std::vector<Edge> run() {
    join_chunklets();
    std::vector<Edge> shortest;
    while (round(shortest)) {
      const auto done = static_cast<double>(edges_.size());
      execution_.progress.report("linkage", done, static_cast<double>(rows_.rows()));
    }
    const auto all = static_cast<double>(rows_.rows());
    execution_.progress.report("linkage", all, all);
    std::sort(edges_.begin(), edges_.end());
    for (Edge& edge : edges_) edge.squared = std::max(edge.squared, 0.0);
    return std::move(edges_);
  }

 private:
  void join_chunklets() {
    for (const std::vector<Index>& members : links_.together.members())
      for (std::size_t i = 1; i < members.size(); ++i) join({-1, members[0], members[i]});
  }

  bool join(const Edge& edge) {
    if (!sets_.join(edge.a, edge.b)) return false;
    edges_.push_back(edge);
    return true;
  }

  // False when nothing could be joined.
  bool round(std::vector<Edge>& shortest) {
    const Index parts = number_parts();
    if (parts < 2) return false;
    mark_nodes();
    const Apart apart(links_.apart, part_, parts);
    search(apart, parts);
    gather(apart, parts, shortest);
    bool joined = false;
    for (Index part = 0; part < parts; ++part) {
      const Edge& edge = shortest[at(part)];
      if (edge.squared == kInfinity) continue;
      const Index a = part_[at(edge.a)], b = part_[at(edge.b)];
      if (apart.count(part) == 0 || shortest[at(a == part ? b : a)] == edge) next_.push_back(edge);
    }
    for (const Edge& edge : next_) joined = join(edge) || joined;
    next_.clear();
    return joined;
  }

  Index number_parts() {
    std::vector<Index> number(part_.size(), -1);
    Index parts = 0;
    for (Index row = 0; row < rows_.rows(); ++row) {
      Index& own = number[at(sets_.root(row))];
      if (own < 0) own = parts++;
      part_[at(row)] = own;
    }
    return parts;
  }

  Index part_at(Index place) const { return part_[at(tree_.row_at(place))]; }

  // The part of all rows of a node, or -1: children stand after their parents.
  void mark_nodes() {
    for (Index i = static_cast<Index>(uniform_.size()) - 1; i >= 0; --i) {
      const KdTree::Node& node = tree_.nodes()[at(i)];
      Index& own = uniform_[at(i)];
      if (node.right > 0) {
        own = uniform_[at(i + 1)] == uniform_[at(node.right)] ? uniform_[at(i + 1)] : -1;
        continue;
      }
      own = part_at(node.first);
      for (Index place = node.first + 1; place < node.last && own >= 0; ++place)
        if (part_at(place) != own) own = -1;
    }
  }

  bool known(const Neighbor& found, Index part, const Apart& apart) const {
    if (found.row == Neighbor{}.row) return false;
    const Index other = part_[at(found.row)];
    return other != part && !apart.kept(part, other);
  }

  // For every place whose nearest foreign row may be the nearest of its part: that row.
  void search(const Apart& apart, Index parts) {
    std::vector<std::atomic<double>> bound(at(parts));
    for (std::atomic<double>& one : bound) one.store(kInfinity, std::memory_order_relaxed);
    for (Index place = 0; place < rows_.rows(); ++place)
      if (const Index part = part_at(place); known(found_[at(place)], part, apart))
        lower(bound[at(part)], found_[at(place)].squared);
    const Index tasks = (rows_.rows() + kChunk - 1) / kChunk;
    execution_.pool.run(tasks, [&](Index task) {
      const Index end = std::min(rows_.rows(), (task + 1) * kChunk);
      for (Index place = task * kChunk; place < end; ++place) {
        const Index part = part_at(place);
        Neighbor& found = found_[at(place)];
        std::atomic<double>& limit = bound[at(part)];
        if (found.squared > limit.load(std::memory_order_relaxed) || known(found, part, apart) ||
            apart.count(part) == parts - 1)
          continue;
        execution_.stop_if_requested();  // at worst a search meets every row
        found = nearest_foreign(place, part, apart, limit.load(std::memory_order_relaxed));
        if (found.row != Neighbor{}.row) lower(limit, found.squared);
      }
    });
  }

  // The nearest row of a part that may be joined; none, and the limit, when it is further away.
  Neighbor nearest_foreign(Index place, Index part, const Apart& apart, double limit) const {
    const auto closed = [&](Index other) { return other == part || apart.kept(part, other); };
    Neighbor best{.squared = limit};
    Index seen = 0;
    tree_.nearest(
        rows_.data() + tree_.row_at(place) * rows_.cols(),
        [&](Index node) { return uniform_[at(node)] >= 0 && closed(uniform_[at(node)]); },
        [&](Index other) { return closed(part_at(other)); }, best, seen);
    return best;
  }

  void gather(const Apart& apart, Index parts, std::vector<Edge>& shortest) const {
    shortest.assign(at(parts), {kInfinity, std::numeric_limits<Index>::max(), 0});
    for (Index place = 0; place < rows_.rows(); ++place) {
      const Neighbor& found = found_[at(place)];
      const Index row = tree_.row_at(place), part = part_[at(row)];
      if (!known(found, part, apart)) continue;
      const Edge edge{found.squared, std::min(row, found.row), std::max(row, found.row)};
      shortest[at(part)] = std::min(shortest[at(part)], edge);
    }
  }

  const RowMatrix<double>& rows_;
  const TreeLinks& links_;
  const Execution& execution_;
  KdTree tree_;
  Components sets_;
  std::vector<Index> part_;      // of each row
  std::vector<Index> uniform_;   // of each node
  std::vector<Neighbor> found_;  // by place; no row: the distance is a lower bound
  std::vector<Edge> edges_, next_;
};

}  // namespace

std::vector<Edge> join_spanning_tree(const RowMatrix<double>& rows, const TreeLinks& links,
                                     const Execution& execution) {
  if (rows.rows() == 0) return {};
  return Rounds(rows, links, execution).run();
}

}  // namespace germane
