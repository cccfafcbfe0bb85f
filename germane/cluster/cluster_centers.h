// The centres and sizes of clusters, from which Ward's distances follow without a matrix, for the
// nearest-neighbour chain.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/tiled_rows.h"

#include <cmath>
#include <utility>
#include <vector>

namespace germane {

class ClusterCenters {
 public:
  ClusterCenters(const RowMatrix<double>& rows, const Execution& execution);

  Index count() const { return count_; }
  Index first() const { return name_.front(); }

  // As DistanceMatrix::nearest, squared; of equally near ones the first row.
  std::pair<Index, double> nearest(Index x, Index preferred) const;
  double height(double squared) const { return std::sqrt(squared); }

  void join(Index x, Index y);
  void retire(Index x);

 private:
  struct Near {
    double squared;
    Index name;
  };
  Near nearest(const double* center, double size, Index skip, Index first, Index last) const;

  const Execution& execution_;
  Index count_;
  TiledRows centers_;          // by place, without gaps
  std::vector<double> sizes_;  // by place
  std::vector<Index> name_;    // by place
  std::vector<Index> place_;   // by name
};

}  // namespace germane
