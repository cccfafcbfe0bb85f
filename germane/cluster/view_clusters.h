// Clusters of objects of which there are two views, in the space where the views agree
// [Chaudhuri09].
//
//   1. learn the leading directions of CCA between the views (of PCA, for comparison);
//   2. project the view of interest on them;
//   3. cluster there, by any method of the catalog.
//
// By default a direction of correlation r is scaled by sqrt(r): the new rows are then what a view
// tells of the variables behind both, their mean given its row [Bach05]; the paper has all of
// variance 1.
// If the views are uncorrelated given the cluster, the directions span the clusters' means, and
// what varies within clusters in one view alone is left out. Flat: k - 1 directions and k clusters
// [Chaudhuri09, Alg. 1], from one sample or from two halves, each projected on the directions of
// the other, whose clusters are matched by their means on the directions of one. Divisive
// [Chaudhuri09, 5.2]: the largest cluster is divided into `parts`, in a space learned from its own
// objects, until there are k. Needs: passes over both views. Cost: that of CCA for each division,
// O(n d^2 + d^3).
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/cluster/cluster_rule.h"
#include "germane/data/rows.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace germane {

struct ViewClusterOptions {
  WordOr<std::int64_t> k = "auto";
  std::string space = "cca";
  WordOr<std::int64_t> dimensions = "auto";
  double ridge = 0;
  std::string scale = "shared";
  std::string by = "kmeans";
  std::int64_t parts = 0;  // 0: flat
  std::string sample = "one";
  std::int64_t restarts = 10;
  std::int64_t seed = 0;
};

template <class Visitor>
void describe(ViewClusterOptions& o, Visitor&& option) {
  option("k", o.k, at_least(1).or_words({"auto"}),
         "number of clusters; auto: one more than there are large correlations held out");
  option("space", o.space, one_of({"cca", "pca"}),
         "where the views agree best, or where the clustered view varies most");
  option("dimensions", o.dimensions, at_least(1).or_words({"auto"}),
         "of it; auto: one fewer than clusters or parts");
  option("ridge", o.ridge, at_least(0), "of cca, as a share of the mean variance");
  option(
      "scale", o.scale, one_of({"shared", "alike"}),
      "of the directions of cca: shorter, the less the other view shares them; or of variance 1");
  option("by", o.by, one_of({"kmeans", "gmm", "linkage", "balls"}), "what clusters there");
  option(
      "parts", o.parts, at_least(0),
      "divide the largest cluster into so many, in a space of its own, until there are k; 0: all "
      "at once");
  option("sample", o.sample, one_of({"one", "halves"}),
         "halves: each is clustered in the space of the other, and their clusters are matched");
  option("restarts", o.restarts, between(1, 1e6), "of the clustering; the best is kept");
  option("seed", o.seed, anything(), "of the random numbers");
}

// Objects i of both are the same. `other` may be null where the space is that of pca.
struct ViewPair {
  std::shared_ptr<const RowSource> on;  // the view that is projected and clustered
  std::shared_ptr<const RowSource> other;
};

// One division: rows of the view are mapped, and the rule tells their part.
struct ViewSplit {
  LinearMap map;                            // its centre is the mean of all objects
  std::shared_ptr<const ClusterRule> rule;  // in the space after the map
  std::vector<Index> next;  // of each part: its cluster, or -1 - the split that follows
  Index objects = 0;        // that it divided
};

struct ViewClusters {
  std::vector<Index> cluster;  // of each object, numbered by first objects
  std::vector<Index> sizes;
  std::vector<ViewSplit> splits;  // the first divides all
  // Of the views along the components of the first space, as far as a hundred: of the objects it
  // was learned from, and where k was counted of objects held out. Empty: of pca.
  Vector correlations, held_out_correlations;
  Summary summary;
};

// Throws InputError: fewer objects than clusters, an unknown method, and as learn_cca() does.
ViewClusters cluster_views(const ViewPair& views, const ViewClusterOptions& options,
                           const Execution& execution);

// How many clusters correlations held out speak for: one more than there are before the largest
// drop, of those above three standard errors of nothing.
Index clusters_by_correlations(const Vector& held_out, Index objects);

}  // namespace germane
