#include "germane/cluster/catalog.h"

#include "germane/base/text.h"
#include "germane/cluster/setups.h"

namespace germane {

const std::vector<ClusterMethod>& cluster_methods() {
  static const std::vector<ClusterMethod> methods = {
      {.name = "kmeans",
       .line = "k centres with the smallest sum of squared distances to their rows",
       .paper = "[Lloyd82]; start by [Arthur07]; bounds by [DingYinyang15]",
       .setup = set_up_kmeans,
       .dealt = true,
       .example = "germane cluster kmeans data/wine.csv --label label --k 3 --prepare standardize",
       .aliases = {"k-means", "lloyd", "vector quantisation"}},
      {.name = "constrained-kmeans",
       .line = "k-means whose clusters respect must-links and cannot-links",
       .paper = "[Wagstaff01]; as compared in [BarHillel03, sec. 6]",
       .setup = set_up_constrained_kmeans,
       .side = ClusterSide::kTaken,
       .example = "germane cluster constrained-kmeans data/iris.csv --label label --k 3 --pairs "
                  "pairs.csv",
       .aliases = {"cop-kmeans", "pckmeans", "semi-supervised k-means"}},
      {.name = "gmm",
       .line = "a mixture of k Gaussians, each row in its most probable component",
       .paper = "[Dempster77]",
       .setup = set_up_gmm,
       .posteriors = true,
       .dealt = true,
       .example = "germane cluster gmm data/iris.csv --label label --k 3",
       .aliases = {"gaussian mixture", "em"}},
      {.name = "constrained-gmm",
       .line = "a mixture of k Gaussians that respects must-links and cannot-links",
       .paper = "[Shental03]",
       .setup = set_up_constrained_gmm,
       .side = ClusterSide::kTaken,
       .posteriors = true,
       .example = "germane cluster constrained-gmm data/iris.csv --label label --k 3 --pairs "
                  "pairs.csv",
       .aliases = {"constrained em"}},
      {.name = "linkage",
       .line = "merges the nearest clusters, until k are left or a threshold is met",
       .paper = "[Sneath57], [Ward63]; chain by [Murtagh83]",
       .setup = set_up_linkage,
       .side = ClusterSide::kTaken,
       .tree = true,
       .example = "germane cluster linkage data/wine.csv --label label --link ward --k 3 --prepare "
                  "standardize",
       .aliases = {"hierarchical", "agglomerative", "dendrogram"}},
      {.name = "balls",
       .line = "grows the densest balls until they meet a gap, and peels them off",
       .paper = "[Arora05, sec. 3.5]; as in [Chaudhuri09, Alg. 1]",
       .setup = set_up_balls,
       .example = "germane cluster balls data/iris.csv --label label --k 2"},
  };
  return methods;
}

const ClusterMethod& find_cluster_method(std::string_view name) {
  std::vector<std::string> known;
  for (const ClusterMethod& method : cluster_methods()) {
    if (method.name == name) return method;
    known.push_back(method.name);
  }
  const std::string nearest = nearest_word(name, known);
  throw InputError("{} is not a clustering method{}; must be one of {}", quoted(name),
                   nearest.empty() ? "" : " (did you mean " + nearest + "?)", join(known, ", "));
}

}  // namespace germane
