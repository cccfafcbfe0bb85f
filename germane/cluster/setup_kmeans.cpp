#include "germane/base/text.h"
#include "germane/cluster/kmeans.h"
#include "germane/cluster/nearest_centers_rule.h"
#include "germane/cluster/sampled_kmeans.h"
#include "germane/cluster/setups.h"
#include "germane/io/named_values.h"
#include "germane/io/table.h"

#include <numeric>
#include <optional>

namespace germane {
namespace {

// K-means with the files it may be given.
struct KmeansTask {
  KmeansOptions kmeans;
  std::string weights;
  Index sample = 0;  // rows that the centres are found on; 0 = all
};

template <class Visitor>
void describe(KmeansTask& o, Visitor&& option) {
  describe(o.kmeans, option);
  option("weights", o.weights, anything(),
         "FILE: a weight of 0 or more for every row, one a line or lines of `id weight`");
  option("sample", o.sample, at_least(0),
         "find the centres on so many rows drawn at random, then give every row to the nearest; 0: "
         "on all rows");
}

std::vector<double> read_weights(const std::string& file, const ClusterTask& task) {
  const NamedValues read = read_named_values(file);
  const Index here = task.rows.rows(), n = task.share.all(here);
  const Index given = static_cast<Index>(read.values.size());
  const bool in_order = read.ids.by_number();
  if (given != n)
    throw InputError("{}: {} for {}; there must be one for each row", file,
                     counted(given, "weight"), counted(n, "row"));
  std::vector<double> weights(static_cast<std::size_t>(here));
  for (Index row = 0; row < here; ++row) {
    const Index i = task.share.first() + row;
    const Index at = in_order ? i : read.ids.find(task.ids.text(i));
    if (at < 0)
      throw InputError("{}: no weight for row {}; there must be a line `{} WEIGHT`", file,
                       quoted(task.ids.text(i)), task.ids.text(i));
    const std::string& text = read.values[static_cast<std::size_t>(at)];
    const std::optional<double> weight = parse_finite(text);
    if (!weight || !(*weight >= 0))
      throw InputError("{}: the weight of row {} is {}; must be a number, 0 or more", file,
                       quoted(task.ids.text(i)), quoted(text));
    weights[static_cast<std::size_t>(row)] = *weight;
  }
  return weights;
}

RowMatrix<double> read_start(const std::string& file) {
  try {
    const Table table = open_table({file}, {});
    std::vector<Index> all(static_cast<std::size_t>(table.rows->rows()));
    std::iota(all.begin(), all.end(), Index{0});
    return table.rows->gather(all);
  } catch (const InputError& error) {
    throw InputError(
        "start = {}: must be greedy-k-means++, k-means++, random or a file of centres, but {}",
        quoted(file), error.what());
  }
}

Clustering run_kmeans(const ClusterTask& task, const KmeansTask& options) {
  std::vector<double> weights;
  RowMatrix<double> centers;
  KmeansGiven given{.share = task.share};
  if (!options.weights.empty()) {
    weights = read_weights(options.weights, task);
    given.weights = &weights;
  }
  if (!names_kmeans_start(options.kmeans.start)) {
    centers = read_start(options.kmeans.start);
    given.centers = &centers;
  }
  const Index rows = task.share.all(task.rows.rows());
  const bool sampled = options.sample > 0 && options.sample < rows;
  KmeansClusters found = sampled ? cluster_sampled_kmeans(task.rows, options.sample, options.kmeans,
                                                          task.execution, given)
                                 : cluster_kmeans(task.rows, options.kmeans, task.execution, given);
  Clustering clustering{.cluster = std::move(found.cluster),
                        .sizes = std::move(found.sizes),
                        .rule = std::make_shared<NearestCentersRule>(found.centers),
                        .summary = {}};
  clustering.summary.fact("inertia", found.inertia)
      .fact("iterations", found.iterations)
      .fact("converged", found.converged);
  if (sampled)
    clustering.summary.fact("sample", options.sample)
        .notes.push_back(fmt::format(
            "the centres were found on {} of {} drawn at random, and are not moved by the others",
            with_thousands(options.sample), counted(rows, "row")));
  if (!found.converged)
    clustering.summary.warnings.emplace_back(
        "not converged: rows still change clusters; raise --iterations");
  return clustering;
}

}  // namespace

ClusterSetup set_up_kmeans() {
  return setup_of<KmeansTask>(run_kmeans, "k", "cluster kmeans: how many clusters? pass --k N");
}

}  // namespace germane
