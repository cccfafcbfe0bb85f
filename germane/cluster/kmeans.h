// K-means: k centres with the smallest sum of squared distances to the rows, by Lloyd's iterations
// from several starts.
//
//   minimise over centres c_1..c_k   sum over rows i of w_i min over j of |x_i - c_j|^2
//
// Finds a local minimum for each start and keeps the best; finding the least is NP-hard.
// Needs: the rows in memory, or a pass over them for each iteration (float32 stays float32, sparse
// stays sparse).  Cost: O(n d k) for each iteration, less where bounds spare distances.
// The same bits for any number of threads, held or not. Clusters are numbered by their first rows.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/stats/share.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

struct KmeansOptions {
  std::int64_t k = 2;
  std::int64_t restarts = 10;
  std::int64_t iterations = 300;
  double tolerance = 0;  // 0: until no row changes its cluster
  std::string start = "greedy-k-means++";
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
  option("start", o.start, anything(),
         "where the centres start: greedy-k-means++ or k-means++ (rows far apart), random (any "
         "rows), or FILE: k rows of numbers");
  option("seed", o.seed, anything(), "of the random numbers");
  option("memory", o.memory, bytes(),
         "most bytes to take; rows that do not fit are read again for every iteration");
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

// What may be known beforehand.
struct KmeansGiven {
  const std::vector<double>* weights = nullptr;  // of each row, 0 or more; null: 1
  const RowMatrix<double>* centers = nullptr;    // k x d to start from, once; null: options.start
  Share share = {};  // rows and weights are this rank's, and so are the clusters of rows found;
                     // all else is of the rows of all ranks
};

// The words that options.start may be; anything else names a file to who reads files.
bool names_kmeans_start(std::string_view start);

// A cluster that lost its rows takes the row furthest from its centre, so none is ever empty. Rows
// of weight 0 get a cluster and change nothing. Throws InputError when there are fewer rows, or
// fewer different rows, of positive weight than k.
KmeansClusters cluster_kmeans(const RowSource& rows, const KmeansOptions& options,
                              const Execution& execution, const KmeansGiven& given = {});

// The nearest centre of each row; of equally near ones the first. One pass, in little memory.
// `inertia`: becomes the sum of their squared distances, if not null.
std::vector<Index> assign_to_centers(const RowSource& rows, const RowMatrix<double>& centers,
                                     const Execution& execution, double* inertia = nullptr);

}  // namespace germane
