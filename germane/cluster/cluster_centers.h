// The centres and sizes of clusters, from which Ward's distances follow without a matrix.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/tiled_rows.h"

#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace germane {

class ClusterCenters {
 public:
  // A cluster, and its squared distance from another.
  struct Near {
    double squared;
    Index name;
  };

  ClusterCenters(const RowMatrix<double>& rows, const Execution& execution);

  Index count() const { return count_; }
  Index first() const { return name_.front(); }
  std::span<const Index> names() const { return {name_.data(), static_cast<std::size_t>(count_)}; }
  double height(double squared) const { return std::sqrt(squared); }

  // As DistanceMatrix::nearest, squared.
  std::pair<Index, double> nearest(Index x, Index preferred) const;

  // The same for many clusters at once, by all threads: near[x] for every x of `names`, where it
  // holds a cluster that is no nearer than the one to be found, or none at an infinite distance. Of
  // equally near ones the next in the order of names(), so that equal rows do not all have one
  // nearest.
  void find_nearest(std::span<const Index> names, std::vector<Near>& near) const;

  double squared_distance(Index x, Index y) const;

  // The cluster of both is called as the higher of the two.
  void join(Index x, Index y);
  void retire(Index x);

 private:
  struct Search;
  Search begin(Index x, Near known) const;
  void look(std::span<Search> searches) const;
  void look(Search& search, Index first, Index last, double* distances) const;

  const Execution& execution_;
  Index count_;
  TiledRows centers_;          // by place, without gaps
  std::vector<double> sizes_;  // by place
  std::vector<Index> name_;    // by place
  std::vector<Index> place_;   // by name
};

}  // namespace germane
