#include "germane/base/text.h"
#include "germane/cluster/constrained_kmeans.h"
#include "germane/cluster/nearest_centers_rule.h"
#include "germane/cluster/setups.h"

#include <algorithm>

namespace germane {
namespace {

void describe_links(const ClusterTask& task, const ConstrainedKmeansOptions& options,
                    const ConstrainedClusters& found, Summary& summary) {
  summary.fact("mode", options.mode)
      .fact("must_links_violated", found.must_violated)
      .fact("cannot_links_violated", found.cannot_violated)
      .fact("chunklets", found.chunklets)
      .fact("linked_nodes", found.linked)
      .fact("largest_component", found.largest_component);
  if (task.side.empty())
    summary.warnings.emplace_back(
        "there are no links or groups, so this is k-means; pass --pairs, --chunklets or "
        "--chunklet-column");
}

}  // namespace

ClusterSetup set_up_constrained_kmeans() {
  return setup_of<ConstrainedKmeansOptions>(
      [](const ClusterTask& task, const ConstrainedKmeansOptions& options) {
        ConstrainedClusters found =
            cluster_constrained_kmeans(task.rows, task.side, task.ids, options, task.execution);
        Clustering clustering{.cluster = std::move(found.cluster),
                              .sizes = std::move(found.sizes),
                              .rule = std::make_shared<NearestCentersRule>(found.centers),
                              .summary = {}};
        Summary& summary = clustering.summary;
        summary.fact("objective", found.objective).fact("inertia", found.inertia);
        describe_links(task, options, found, summary);
        summary.fact("iterations", found.iterations)
            .fact("converged", found.converged)
            .fact("trace", Value::List(found.trace.begin(), found.trace.end()));
        if (!found.converged)
          summary.warnings.emplace_back(
              "not converged: rows still change clusters; raise --iterations");
        if (const auto empty = std::count(clustering.sizes.begin(), clustering.sizes.end(), 0);
            empty > 0)
          summary.warnings.push_back(counted(empty, "cluster") +
                                     " without rows: filling them would violate links that cost "
                                     "more; pass a smaller --k or --links-cost");
        return clustering;
      },
      "k", "cluster constrained-kmeans: how many clusters? pass --k N");
}

}  // namespace germane
