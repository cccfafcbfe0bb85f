// A mixture of Gaussians, fitted by expectation and maximisation [Dempster77].
//
//   maximise over weights, means, covariances   sum over rows i of log sum_c pi_c N(x_i; m_c, C_c)
//
// Finds a local maximum for each start and keeps the best. E and M are one pass over the rows,
// which is repeated until the log-likelihood stands still; rows that do not fit into memory are
// read again each time. float32 rows stay float32 in memory; sums are in float64 about the
// components' own means.
// Cost: O(n k d^2) for each iteration (diagonal and spherical: O(n k d)).
// Departs from the textbook: `ridge` is added to every variance after each update, which keeps
// components from collapsing onto one row (where the likelihood has no maximum); with it the
// log-likelihood may fall by as much as the ridge is worth, at ridge 0 it never does.
#pragma once

#include "germane/cluster/mixture_fit.h"

#include <vector>

namespace germane {

struct GmmOptions {
  WordOr<std::int64_t> k = 2;
  std::int64_t k_most = 10;
  MixtureOptions fit;
};

template <class Visitor>
void describe(GmmOptions& o, Visitor&& option) {
  option("k", o.k, at_least(1).or_words({"auto"}),
         "number of components; auto: that with the smallest BIC");
  option("k-most", o.k_most, at_least(1), "the largest number that auto tries");
  describe(o.fit, option);
}

struct GmmClusters {
  std::vector<Index> cluster;  // of each row, the most probable; numbered by their first rows
  std::vector<Index> sizes;  // rows of each cluster; 0: a component that is no row's most probable
  MixtureFit fit;
  double bic = 0;  // -2 log-likelihood + free parameters * log rows; smaller is better
  double aic = 0;  // -2 log-likelihood + 2 * free parameters
  std::vector<double> tried_bic;  // with k = auto: of 1, 2, ... components
};

// `share`: the rows are this rank's, and so are the clusters of rows; all else is of the rows of
// all ranks.
GmmClusters cluster_gmm(const RowSource& source, const GmmOptions& options,
                        const Execution& execution, const Share& share = {});

double bic_of(const MixtureFit& fit, Index rows);
double aic_of(const MixtureFit& fit);

}  // namespace germane
