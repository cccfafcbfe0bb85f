// A mixture of Gaussians under must-links and cannot-links [Shental03].
//
//   maximise over weights, means, covariances   log p(X, all links hold)
//
// Rows joined by must-links are chunklets, which belong to one component as a whole. How they came
// about is an assumption (`sampling`):
//   chunklets   a component is drawn once for each chunklet:   pi_c   prod_i N(x_i | c)
//   points      rows are drawn one by one, and happen to be alike:   pi_c^n prod_i N(x_i | c)
// Cannot-links make a Markov field over chunklets (link_field.h): exact for groups whose tables are
// small, belief propagation for others, and the result says how many. The rows without a hint are
// read like those of gmm; those with one are kept in memory, in float64.
//
// Departs from the paper: the objective is the joint probability of rows and links, not that of
// rows given that the links hold. For the joint the usual update of the weights is exact; given the
// links it has no closed form, as the probability that they hold depends on the weights. In the
// exact case, at ridge 0, the objective never falls.
#pragma once

#include "germane/cluster/mixture_fit.h"
#include "germane/data/side_information.h"

#include <vector>

namespace germane {

struct ConstrainedGmmOptions {
  std::int64_t k = 2;
  std::string sampling = "chunklets";
  std::int64_t exact_states = 100000;
  std::int64_t search_steps = 1000000;
  MixtureOptions fit;
};

template <class Visitor>
void describe(ConstrainedGmmOptions& o, Visitor&& option) {
  option("k", o.k, at_least(1), "number of components");
  option("sampling", o.sampling, one_of({"chunklets", "points"}), "what components are drawn for");
  option("exact-states", o.exact_states, at_least(1),
         "largest table in which cannot-links are exact");
  option("search-steps", o.search_steps, at_least(1),
         "to find out if k components respect all links");
  describe(o.fit, option);
}

struct ConstrainedGmmClusters {
  std::vector<Index> cluster;  // of each row: the most probable that the links allow
  std::vector<Index> sizes;   // rows of each cluster; 0: a component that is no row's most probable
  MixtureFit fit;             // its log-likelihood is log p(X, links hold)
  Index chunklets = 0;        // of two rows or more
  Index hinted_rows = 0;      // in chunklets, with a cannot-link or a label
  Index groups = 0;           // of nodes joined by cannot-links
  Index approximate = 0;      // of them by belief propagation
  double largest_table = 0;   // numbers in the largest exact table
  Index broken_links = 0;     // cannot-links inside a cluster; 0 in the exact case
  std::vector<Index> hinted;  // the rows with a hint, ascending
  RowMatrix<double> hinted_posteriors;  // of those rows, links respected (rows x k)
};

// Throws InputError as fit_mixture does, NumericalError when a cannot-link falls inside a chunklet
// and when k components cannot respect all links; rows are named by their ids.
ConstrainedGmmClusters cluster_constrained_gmm(const RowSource& source, const SideInformation& side,
                                               const Ids& ids, const ConstrainedGmmOptions& options,
                                               const Execution& execution);

}  // namespace germane
