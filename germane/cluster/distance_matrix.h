// The distances of all pairs of clusters, kept up to date as clusters merge (Lance and Williams
// 1967), for the nearest-neighbour chain.
#pragma once

#include "germane/cluster/neighbor_chain.h"

#include <cmath>
#include <utility>
#include <vector>

namespace germane {

class DistanceMatrix {
 public:
  DistanceMatrix(const RowMatrix<double>& rows, Linkage linkage, const std::vector<Link>& apart,
                 const Execution& execution);

  Index count() const { return static_cast<Index>(active_.size()); }
  Index first() const { return active_.front(); }

  // The nearest cluster and its distance (squared for ward), which is below that of `preferred`,
  // if there is one; else `preferred`.
  std::pair<Index, double> nearest(Index x, Index preferred) const;
  double height(double distance) const { return squared_ ? std::sqrt(distance) : distance; }

  void join(Index x, Index y);  // called as the higher from now on
  void retire(Index x);

 private:
  void fill(const RowMatrix<double>& rows, const Execution& execution);
  double* row(Index i) { return distances_.data() + i * (i - 1) / 2; }
  const double* row(Index i) const { return distances_.data() + i * (i - 1) / 2; }
  double& at(Index a, Index b) { return a > b ? row(a)[b] : row(b)[a]; }
  void fetch(std::size_t position, Index column) const;
  double joined(Index x, Index y, Index other, double between);

  Linkage linkage_;
  bool squared_;
  Index rows_;
  std::vector<double> distances_;  // below the diagonal, row by row
  std::vector<Index> active_;      // in ascending order
  std::vector<double> sizes_;
};

}  // namespace germane
