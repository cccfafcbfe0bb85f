#include "germane/cluster/catalog.h"

#include "germane/base/text.h"
#include "germane/cluster/kmeans.h"

#include <memory>

namespace germane {
namespace {

template <class Options, class Cluster>
std::function<ClusterSetup()> setup_of(Cluster cluster) {
  return [cluster] {
    const auto options = std::make_shared<Options>();
    ClusterSetup setup;
    setup.options = list_options(*options);
    setup.run = [options, cluster](const RowSource& rows, const Execution& execution) {
      return cluster(rows, *options, execution);
    };
    return setup;
  };
}

}  // namespace

const std::vector<ClusterMethod>& cluster_methods() {
  static const std::vector<ClusterMethod> methods = {
      {"kmeans", "k centres with the smallest sum of squared distances to their rows",
       "Lloyd 1982; start by Arthur and Vassilvitskii 2007",
       setup_of<KmeansOptions>(cluster_kmeans)},
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
