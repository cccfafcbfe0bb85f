#include "germane/cluster/neighbor_chain.h"

#include "germane/cluster/cluster_centers.h"
#include "germane/cluster/distance_matrix.h"
#include "germane/cluster/mutual_pairs.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

namespace germane {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A cluster is called by one of its rows; the cluster of a merge is called as the higher of the
// two.
template <class Clusters>
class Chain {
 public:
  Chain(Clusters& clusters, Index rows, const Execution& execution)
      : clusters_(clusters), rows_(rows), execution_(execution) {}

  std::vector<Joining> run(const Chunklets& together) {
    for (const std::vector<Index>& members : together.members())
      for (std::size_t i = 1; i < members.size(); ++i) {
        joinings_.push_back({members[0], members[i], 0});
        clusters_.join(members[i - 1], members[i]);
      }
    const auto free = static_cast<std::ptrdiff_t>(joinings_.size());
    if constexpr (std::is_same_v<Clusters, ClusterCenters>)
      std::ranges::copy(merge_mutual_pairs(clusters_, execution_), std::back_inserter(joinings_));
    while (clusters_.count() > 1) step();
    const auto all = static_cast<double>(rows_);
    execution_.progress.report("linkage", all, all);
    std::stable_sort(joinings_.begin() + free, joinings_.end(),
                     [](const Joining& a, const Joining& b) { return a.height < b.height; });
    return std::move(joinings_);
  }

 private:
  void step() {
    execution_.stop_if_requested();
    if (chain_.empty()) chain_.push_back(clusters_.first());
    const Index x = chain_.back();
    const Index before = chain_.size() > 1 ? chain_[chain_.size() - 2] : -1;
    // Of equally near ones the one before, or the chain might never end.
    const auto [y, distance] = clusters_.nearest(x, before);
    if (distance == kInfinity) {  // kept apart from all, for good
      clusters_.retire(x);
      chain_.pop_back();
    } else if (y != before) {
      chain_.push_back(y);
    } else {
      chain_.resize(chain_.size() - 2);
      joinings_.push_back({x, y, clusters_.height(distance)});
      clusters_.join(x, y);
      if (joinings_.size() % 256 == 0)
        execution_.progress.report("linkage", static_cast<double>(joinings_.size()),
                                   static_cast<double>(rows_));
    }
  }

  Clusters& clusters_;
  Index rows_;
  const Execution& execution_;
  std::vector<Index> chain_;
  std::vector<Joining> joinings_;
};

}  // namespace

double distance_bytes(Index rows) {
  const auto n = static_cast<double>(rows);
  return 8 * n * (n - 1) / 2;
}

std::vector<Joining> chain_by_distances(const RowMatrix<double>& rows, Linkage linkage,
                                        const TreeLinks& links, const Execution& execution) {
  DistanceMatrix clusters(rows, linkage, links.apart, execution);
  return Chain(clusters, rows.rows(), execution).run(links.together);
}

std::vector<Joining> chain_by_centers(const RowMatrix<double>& rows, const Chunklets& together,
                                      const Execution& execution) {
  ClusterCenters clusters(rows, execution);
  return Chain(clusters, rows.rows(), execution).run(together);
}

}  // namespace germane
