// What every clustering method returns.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

struct Clustering {
  std::vector<Index> cluster;  // of each row, in [0, k); numbered by their first rows
  RowMatrix<double> centers;   // k x d
  double inertia = 0;          // sum over rows of the squared distance to their centre
  Index iterations = 0;        // updates of the centres by the run that won
  bool converged = false;      // that run ended by itself, not by the limit on its iterations
  Index restart = 0;           // which run won, from 0
  std::vector<Index> sizes;    // rows of each cluster
  std::vector<double> restart_inertia;  // of every run
};

// Numbers the clusters by their first rows, so that equal partitions have equal numbers, permutes
// the centres alike and counts the sizes. Clusters without rows come last, in their old order.
void number_by_first_row(Clustering& clustering);

}  // namespace germane
