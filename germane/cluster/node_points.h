// The rows of a source as nodes (constrained_nodes.h): one point for each, the mean of its rows,
// weighted by their number. For any centre c
//
//   sum over rows i of node g of |x_i - c|^2 = n_g |mean_g - c|^2 + sum over i of |x_i - mean_g|^2
//
// and the last sum is a constant, so that weighted points are all that assigning needs. Points are
// moved to mean 0 and scaled to magnitudes of about 1. float32 stays float32.
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/random.h"
#include "germane/cluster/constrained_nodes.h"
#include "germane/cluster/held_rows.h"
#include "germane/data/rows.h"

#include <string>
#include <vector>

namespace germane {

template <class T>
struct NodePoints {
  HeldRows<T> points;           // by node; only node_points.cpp looks into it
  std::vector<double> weights;  // rows of each node
  double within = 0;            // of rows about their nodes' points, in units of the points
  double spread = 0;            // mean squared distance of rows from their mean, in the same units

  Index count() const { return points.count(); }
  Index columns() const { return points.columns(); }
  const T* row(Index node) const { return points.row(node); }
  const RowMatrix<T>& rows() const { return points.rows; }
  const std::vector<double>& squared_norms() const { return points.squared_norms; }
  // Units of the points: (x - shift) / scale.
  const Vector& shift() const { return points.shift; }
  double scale() const { return points.scale; }
};

// Throws what the source throws, and NumericalError when a square would not be a number.
template <class T>
NodePoints<T> gather_nodes(const RowSource& source, const ConstrainedNodes& nodes,
                           const Execution& execution);

// The number of different points, or `enough` as soon as that many were seen.
template <class T>
Index count_different_nodes(const NodePoints<T>& nodes, Index enough);

// The first centres, as k-means has them (seeding.h), over nodes.   (k x d)
template <class T>
RowMatrix<double> start_at_nodes(const NodePoints<T>& nodes, const std::string& start, Index k,
                                 Random& random, const Execution& execution);

extern template struct NodePoints<float>;
extern template struct NodePoints<double>;

}  // namespace germane
