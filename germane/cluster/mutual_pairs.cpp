#include "germane/cluster/mutual_pairs.h"

#include <algorithm>
#include <limits>

namespace germane {

namespace {

constexpr std::size_t kMostSearches = 32;  // for one pair

class Rounds {
 public:
  Rounds(ClusterCenters& clusters, const Execution& execution)
      : clusters_(clusters),
        execution_(execution),
        looking_(clusters.names().begin(), clusters.names().end()),
        rows_(looking_.empty() ? 0 : *std::max_element(looking_.begin(), looking_.end()) + 1),
        near_(at(rows_), kNone),
        merged_into_(at(rows_), -1) {}

  std::vector<Joining> run() {
    while (clusters_.count() > 1) {
      const std::size_t searches = looking_.size(), before = joinings_.size();
      clusters_.find_nearest(looking_, near_);
      find_pairs();
      for (std::size_t i = before; i < joinings_.size(); ++i)
        clusters_.join(joinings_[i].a, joinings_[i].b);
      find_who_looks_again();
      for (std::size_t i = before; i < joinings_.size(); ++i)
        merged_into_[at(joinings_[i].a)] = merged_into_[at(joinings_[i].b)] = -1;
      execution_.progress.report("linkage", static_cast<double>(rows_ - clusters_.count()),
                                 static_cast<double>(rows_));
      if (searches > kMostSearches * (joinings_.size() - before)) break;
    }
    return std::move(joinings_);
  }

 private:
  static constexpr ClusterCenters::Near kNone{std::numeric_limits<double>::infinity(), -1};

  // Of equally near clusters it is enough that each has none nearer than the other. So the nearest
  // two of all are a pair, and every round has one.
  void find_pairs() {
    for (const Index x : clusters_.names()) {
      const Index y = near_[at(x)].name;
      if (merged_into_[at(x)] >= 0 || merged_into_[at(y)] >= 0) continue;
      if (near_[at(y)].squared < near_[at(x)].squared) continue;
      joinings_.push_back({x, y, clusters_.height(near_[at(x)].squared)});
      merged_into_[at(x)] = merged_into_[at(y)] = std::max(x, y);
    }
  }

  void find_who_looks_again() {
    looking_.clear();
    for (const Index x : clusters_.names()) {
      if (merged_into_[at(x)] >= 0) {
        near_[at(x)] = kNone;
      } else if (const Index y = merged_into_[at(near_[at(x)].name)]; y >= 0) {
        near_[at(x)] = {clusters_.squared_distance(x, y), y};  // none is further than that
      } else {
        continue;
      }
      looking_.push_back(x);
    }
  }

  ClusterCenters& clusters_;
  const Execution& execution_;
  std::vector<Index> looking_;  // whose nearest is not known
  Index rows_;
  std::vector<ClusterCenters::Near> near_;  // by name
  std::vector<Index> merged_into_;          // by name: in this round, -1 = not
  std::vector<Joining> joinings_;
};

}  // namespace

std::vector<Joining> merge_mutual_pairs(ClusterCenters& clusters, const Execution& execution) {
  return Rounds(clusters, execution).run();
}

}  // namespace germane
