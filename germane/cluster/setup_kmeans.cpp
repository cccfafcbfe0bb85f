#include "germane/cluster/kmeans.h"
#include "germane/cluster/nearest_centers_rule.h"
#include "germane/cluster/setups.h"

namespace germane {

ClusterSetup set_up_kmeans() {
  return setup_of<KmeansOptions>(
      [](const ClusterTask& task, const KmeansOptions& options) {
        KmeansClusters found = cluster_kmeans(task.rows, options, task.execution);
        Clustering clustering{.cluster = std::move(found.cluster),
                              .sizes = std::move(found.sizes),
                              .rule = std::make_shared<NearestCentersRule>(found.centers),
                              .summary = {}};
        clustering.summary.fact("inertia", found.inertia)
            .fact("iterations", found.iterations)
            .fact("converged", found.converged);
        if (!found.converged)
          clustering.summary.warnings.emplace_back(
              "not converged: rows still change clusters; raise --iterations");
        return clustering;
      },
      "k", "cluster kmeans: how many clusters? pass --k N");
}

}  // namespace germane
