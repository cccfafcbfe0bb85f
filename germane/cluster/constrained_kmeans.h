// Constrained k-means: k-means whose clusters respect must-links and cannot-links (Wagstaff et al.
// 2001, as compared in [BarHillel03, 6]).
//
//   minimise over clusters and centres   sum over rows i of |x_i - centre of its cluster|^2
//   hard: subject to                     linked rows together, or apart
//   soft: plus                           links_cost * v * sum of the weights of violated links,
//                                        v = mean squared distance of rows from their mean
//
// Lloyd's iterations from several starts, over chunklets as wholes (constrained_lloyd.h). The
// objective never rises.
// Needs: all rows in memory (float32 stays float32).  Cost: O(n d k) for each iteration, and the
// search of linked_labels.h for nodes with links.
// Departs from the paper, whose greedy assignment gives up where a row finds no cluster: labels
// that respect all cannot-links are found first, by exact search, and every iteration starts from
// the labels of the last. So what is feasible is solved, and what is not is refused with the
// reason. The same bits for any number of threads. Clusters are numbered by their first rows.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/data/side_information.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

struct ConstrainedKmeansOptions {
  std::int64_t k = 2;
  std::string mode = "hard";
  double links_cost = 1;
  std::int64_t search_steps = 1000000;
  std::int64_t restarts = 10;
  std::int64_t iterations = 300;
  double tolerance = 0;  // 0: until no row changes its cluster
  std::string start = "k-means++";
  std::int64_t seed = 0;
  double memory = 8e9;
};

template <class Visitor>
void describe(ConstrainedKmeansOptions& o, Visitor&& option) {
  option("k", o.k, at_least(1), "number of clusters");
  option("mode", o.mode, one_of({"hard", "soft"}),
         "hard: every link holds; soft: groups stay whole, and a violated link costs its weight");
  option("links-cost", o.links_cost, between(0, 1e12),
         "of mode soft: what a violated link of weight 1 costs, in mean squared distances of rows "
         "from their mean");
  option("search-steps", o.search_steps, at_least(1),
         "to find out whether k clusters can respect all cannot-links");
  option("restarts", o.restarts, between(1, 1e6), "number of starts; the best result is kept");
  option("iterations", o.iterations, at_least(1), "most updates of the centres for each start");
  option("tolerance", o.tolerance, between(0, 1),
         "stop when an update lowers the objective by a smaller share; 0: when no row changes");
  option("start", o.start, one_of({"k-means++", "random"}),
         "how the first centres are chosen: chunklets and rows far apart, or any");
  option("seed", o.seed, anything(), "of the random numbers");
  option("memory", o.memory, bytes(), "most bytes the rows may take");
}

struct ConstrainedClusters {
  std::vector<Index> cluster;  // of each row, in [0, k); numbered by their first rows
  std::vector<Index> sizes;    // rows of each cluster; 0 only where soft links leave one empty
  RowMatrix<double> centers;   // k x d
  double objective = 0;        // what was minimised
  double inertia = 0;          // sum over rows of the squared distance to their centre
  Index must_violated = 0;     // must-links across clusters
  Index cannot_violated = 0;   // cannot-links inside one
  std::vector<double> trace;   // the objective after each assignment of the run that won
  Index iterations = 0;        // updates of the centres by that run
  bool converged = false;      // it ended by itself, not by the limit on its iterations
  Index restart = 0;           // which run won, from 0
  std::vector<double> restart_objective;  // of every run
  Index chunklets = 0;                    // nodes of two rows or more
  Index linked = 0;                       // nodes with links that are left between them
  Index largest_component = 0;            // of those
};

// Throws InputError when there are fewer rows, or nodes, than k, when there are fewer different
// ones and no cannot-links to keep equal ones apart, and for links that contradict each other;
// NumericalError when no clustering respects all hard links, or none is found.
ConstrainedClusters cluster_constrained_kmeans(const RowSource& rows, const SideInformation& side,
                                               const Ids& ids,
                                               const ConstrainedKmeansOptions& options,
                                               const Execution& execution);

}  // namespace germane
