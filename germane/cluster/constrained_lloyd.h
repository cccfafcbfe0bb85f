// Lloyd's iterations over nodes: those without links go to the nearest centre, linked ones to what
// linked_labels.h finds, centres to the weighted mean of their nodes. No step raises the objective,
//
//   sum over nodes of weight |point - centre|^2 + within + costs of violated links
//
// The nodes are cut into fixed parts whose sums are added in order, so that results have the same
// bits for any number of threads.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/linked_labels.h"
#include "germane/cluster/nearest_center.h"
#include "germane/cluster/node_points.h"
#include "germane/cluster/workers.h"

#include <functional>
#include <vector>

namespace germane {

// In units of the points.
struct ConstrainedOutcome {
  double objective = 0;
  double penalty = 0;         // the part of it that violated links cost
  std::vector<double> trace;  // the objective after each assignment
  Index iterations = 0;       // updates of the centres
  bool converged = false;
};

template <class T>
class ConstrainedLloyd {
 public:
  ConstrainedLloyd(const NodePoints<T>& points, const ConstrainedNodes& nodes, Index k);

  // A cluster that gets no nodes takes the one whose distance from its centre weighs most, whole,
  // if that lowers the objective; nobody is there whom links could keep it apart from.
  ConstrainedOutcome run(const RowMatrix<double>& start, Index iterations, double tolerance,
                         const Execution& execution, const std::function<void(Index)>& each);

  const std::vector<Index>& labels() const { return labels_; }  // by node
  const RowMatrix<double>& centers() const { return centers_; }

 private:
  struct Sums {
    RowMatrix<double> differences;  // k x d: sum of weight (point - its centre)
    std::vector<double> weights;    // of each cluster
    std::vector<Index> nodes;       // in each cluster
    double inertia = 0;
    bool changed = false;  // some node has another label than before
    void clear();
    void add(const Sums& other);
  };

  void assign(bool first, const Execution& execution);
  void assign_linked(bool first, const Execution& execution);
  void assign_part(Index part);
  void find_nearest(Index first, Index count, typename NearestCenter<T>::Scratch& scratch);
  void add_to_sums(Index node, Sums& sums);
  bool fill_empty_clusters(bool for_nothing);
  Index node_to_spare(bool for_nothing) const;
  void update_centers();
  double objective() const { return sums_.inertia + points_.within + penalty_; }

  const NodePoints<T>& points_;
  const ConstrainedNodes& nodes_;
  const Index k_;
  const Parts parts_;
  const LinkedLabels linked_;
  NearestCenter<T> nearest_;
  std::vector<float> squared_norms_;  // of points, nearly
  std::vector<Index> place_;          // by node: its place among linked ones, -1: none
  std::vector<Index> linked_label_;   // by place
  RowMatrix<double> cost_;            // places x k
  double penalty_ = 0;
  RowMatrix<double> centers_;
  std::vector<Index> labels_, previous_;
  std::vector<double> distance_;  // of each node from its centre: weight times square
  std::vector<Sums> part_sums_;
  Sums sums_;
};

extern template class ConstrainedLloyd<float>;
extern template class ConstrainedLloyd<double>;

}  // namespace germane
