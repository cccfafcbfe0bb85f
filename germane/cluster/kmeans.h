// K-means: k centres with the smallest sum of squared distances to the rows, by Lloyd's iterations
// from several starts.
//
//   minimise over centres c_1..c_k   sum over rows i of min over j of |x_i - c_j|^2
//
// Finds a local minimum for each start and keeps the best; finding the least is NP-hard.
// Needs: all rows in memory (float32 stays float32).  Cost: O(n d k) for each iteration.
// The same bits for any number of threads. Clusters are numbered by their first rows.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/rows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

struct KmeansOptions {
  std::int64_t k = 2;
  std::int64_t restarts = 10;
  std::int64_t iterations = 300;
  double tolerance = 0;  // 0: until no row changes its cluster
  std::string start = "k-means++";
  std::int64_t seed = 0;
  double memory = 8e9;
};

template <class Visitor>
void describe(KmeansOptions& o, Visitor&& option) {
  option("k", o.k, at_least(1), "number of clusters");
  option("restarts", o.restarts, between(1, 1e6), "number of starts; the best result is kept");
  option("iterations", o.iterations, at_least(1), "most updates of the centres for each start");
  option("tolerance", o.tolerance, between(0, 1),
         "stop when an update lowers the inertia by a smaller share; 0: when no row changes");
  option("start", o.start, one_of({"k-means++", "random"}),
         "how the first centres are chosen: rows far apart, or any rows");
  option("seed", o.seed, anything(), "of the random numbers");
  option("memory", o.memory, above(0), "most bytes the rows may take");
}

struct KmeansClusters {
  std::vector<Index> cluster;  // of each row, in [0, k); numbered by their first rows
  RowMatrix<double> centers;   // k x d
  double inertia = 0;          // sum over rows of the squared distance to their centre
  Index iterations = 0;        // updates of the centres by the run that won
  bool converged = false;      // that run ended by itself, not by the limit on its iterations
  Index restart = 0;           // which run won, from 0
  std::vector<Index> sizes;    // rows of each cluster
  std::vector<double> restart_inertia;  // of every run
};

// A cluster that lost its rows takes the row furthest from its centre, so none is ever empty.
// Throws InputError when there are fewer rows, or fewer different rows, than k.
KmeansClusters cluster_kmeans(const RowSource& rows, const KmeansOptions& options,
                              const Execution& execution);

// The nearest centre of each row; of equally near ones the first. One pass, in little memory.
std::vector<Index> assign_to_centers(const RowSource& rows, const RowMatrix<double>& centers,
                                     const Execution& execution);

}  // namespace germane
