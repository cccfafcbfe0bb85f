#include "germane/cluster/spanning_tree.h"

#include "germane/cluster/kd_tree.h"

#include <algorithm>
#include <limits>

namespace germane {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kTile = TiledRows::kTile;
constexpr Index kBlock = 64;  // tiles that one call of distances() fills, to stay in the cache
constexpr Index kWorthThreads = Index{1} << 16;  // numbers of a step from which threads pay

// Below this many rows growing is faster, however well boxes exclude; measured.
constexpr Index kSmall = 2000;
// A row looked at in a k-d tree costs as much as this many in a pass, over all rounds; measured.
constexpr double kSearchCost = 12;
constexpr Index kProbes = 64;

Edge edge_of(double squared, Index a, Index b) { return {squared, std::min(a, b), std::max(a, b)}; }

constexpr Edge kNone{kInfinity, std::numeric_limits<Index>::max(), 0};

// The rows outside of the tree, each with its nearest row inside.
class Outside {
 public:
  explicit Outside(const RowMatrix<double>& rows, const Execution& execution)
      : rows_(rows),
        execution_(execution),
        count_(rows.rows()),
        tiles_(rows),
        row_(static_cast<std::size_t>(count_)),
        place_(row_.size()),
        inside_(row_.size(), std::numeric_limits<Index>::max()),
        squared_(static_cast<std::size_t>(TiledRows::tiles(count_) * kTile), kInfinity) {
    for (Index i = 0; i < count_; ++i) row_[place(i)] = place_[place(i)] = i;
  }

  Index count() const { return count_; }
  Index place_of(Index row) const { return place_[place(row)]; }  // negative: inside

  // Takes a row out; the last one moves into its place.
  void remove(Index row) {
    const Index at = place_of(row), last = --count_;
    place_[place(row)] = -1;
    if (at != last) {
      tiles_.move(last, at);
      row_[place(at)] = row_[place(last)];
      inside_[place(at)] = inside_[place(last)];
      squared_[place(at)] = squared_[place(last)];
      place_[place(row_[place(at)])] = at;
    }
    squared_[place(last)] = kInfinity;
  }

  // Tells all of a row that is inside now; the shortest edge to the outside.
  Edge meet(Index row) {
    const Index tiles = TiledRows::tiles(count_);
    const Index tasks = count_ * rows_.cols() < kWorthThreads
                            ? 1
                            : std::min<Index>(execution_.pool.threads(), tiles / kBlock + 1);
    if (tasks == 1) return meet(row, 0, tiles);
    std::vector<Edge> shortest(static_cast<std::size_t>(tasks));
    execution_.pool.run(tasks, [&](Index task) {
      shortest[place(task)] = meet(row, task * tiles / tasks, (task + 1) * tiles / tasks);
    });
    return *std::min_element(shortest.begin(), shortest.end());
  }

 private:
  static std::size_t place(Index i) { return static_cast<std::size_t>(i); }

  Edge meet(Index row, Index first, Index last) {
    const double* from = rows_.data() + row * rows_.cols();
    double distances[kBlock * kTile];
    Edge shortest = kNone;
    for (; first < last; first += kBlock) {
      const Index end = std::min(last, first + kBlock);
      tiles_.distances(from, first, end, distances);
      const Index begin = first * kTile, places = std::min(end * kTile, count_) - begin;
      double* squared = squared_.data() + begin;
      Index* inside = inside_.data() + begin;
      // Of equally near rows the lower one makes the lesser edge.
      const double least = keep_nearer(distances, row, squared, inside, places);
      if (least > shortest.squared) continue;
      for (Index i = 0; i < places; ++i)
        if (squared[i] == least)
          shortest = std::min(shortest, edge_of(least, inside[i], row_[place(begin + i)]));
    }
    return shortest;
  }

  const RowMatrix<double>& rows_;
  const Execution& execution_;
  Index count_;
  TiledRows tiles_;
  std::vector<Index> row_;       // at each place
  std::vector<Index> place_;     // of each row
  std::vector<Index> inside_;    // nearest row inside, of each place
  std::vector<double> squared_;  // distance to it
};

// Whether searching a k-d tree is cheaper than looking at every pair: a few rows are searched for,
// and what they looked at is counted (not timed, so that the choice is always the same).
bool boxes_exclude(const KdTree& tree) {
  const Index n = tree.rows(), probes = std::min(n, kProbes);
  std::vector<double> row(static_cast<std::size_t>(tree.columns()));
  Index seen = 0;
  for (Index i = 0; i < probes; ++i) {
    const Index own = i * n / probes;
    tree.get(own, row.data());
    Neighbor best;
    tree.nearest(
        row.data(), [](Index) { return false; }, [own](Index place) { return place == own; }, best,
        seen);
  }
  return kSearchCost * static_cast<double>(seen) / static_cast<double>(probes) <
         static_cast<double>(n) / 2;
}

}  // namespace

std::vector<Edge> grow_spanning_tree(const RowMatrix<double>& rows, const Chunklets& together,
                                     const Execution& execution) {
  const Index n = rows.rows();
  std::vector<Edge> edges;
  if (n == 0) return edges;
  const std::vector<std::vector<Index>> chunklets = together.members();
  Outside outside(rows, execution);
  const auto enter = [&](Index row) {
    outside.remove(row);
    Edge shortest = outside.meet(row);
    const Index chunklet = together.rows() > 0 ? together.of(row) : -1;
    if (chunklet < 0) return shortest;
    // The rest of the chunklet follows at once; only what the last of them sees is up to date.
    const std::vector<Index>& members = chunklets[static_cast<std::size_t>(chunklet)];
    for (const Index other : members) {
      if (other != members.front()) edges.push_back({-1, members.front(), other});
      if (outside.place_of(other) < 0) continue;
      outside.remove(other);
      shortest = outside.meet(other);
    }
    return shortest;
  };
  Edge next = enter(0);
  while (outside.count() > 0) {
    execution.stop_if_requested();
    const Index row = outside.place_of(next.a) >= 0 ? next.a : next.b;
    edges.push_back(next);
    next = enter(row);
    if (edges.size() % 1024 == 0)
      execution.progress.report("linkage", static_cast<double>(edges.size()),
                                static_cast<double>(n));
  }
  execution.progress.report("linkage", static_cast<double>(n), static_cast<double>(n));
  std::sort(edges.begin(), edges.end());
  for (Edge& edge : edges) edge.squared = std::max(edge.squared, 0.0);
  return edges;
}

std::vector<Edge> spanning_tree(const RowMatrix<double>& rows, const TreeLinks& links,
                                const Execution& execution) {
  if (!links.apart.empty()) return join_spanning_tree(rows, links, execution);
  if (rows.rows() < kSmall || !boxes_exclude(KdTree(rows)))
    return grow_spanning_tree(rows, links.together, execution);
  return join_spanning_tree(rows, links, execution);
}

}  // namespace germane
