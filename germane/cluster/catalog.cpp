#include "germane/cluster/catalog.h"

#include "germane/base/text.h"
#include "germane/cluster/setups.h"

namespace germane {

const std::vector<ClusterMethod>& cluster_methods() {
  static const std::vector<ClusterMethod> methods = {
      {.name = "kmeans",
       .line = "k centres with the smallest sum of squared distances to their rows",
       .paper = "Lloyd 1982; start by Arthur and Vassilvitskii 2007",
       .setup = set_up_kmeans,
       .example = "germane cluster kmeans data/wine.csv --label label --k 3 --prepare standardize"},
      {.name = "constrained-kmeans",
       .line = "k-means whose clusters respect must-links and cannot-links",
       .paper = "Wagstaff et al. 2001; as compared in [BarHillel03, 6]",
       .setup = set_up_constrained_kmeans,
       .side = ClusterSide::kTaken,
       .example = "germane cluster constrained-kmeans data/iris.csv --label label --k 3 --pairs "
                  "pairs.csv"},
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
