#include "germane/cluster/linkage.h"
#include "germane/cluster/nearest_row_rule.h"
#include "germane/cluster/setups.h"

namespace germane {

ClusterSetup set_up_linkage() {
  return setup_of<LinkageOptions>([](const ClusterTask& task, const LinkageOptions& options) {
    LinkageClusters found = cluster_linkage(task.rows, task.side, options, task.execution, task.ids,
                                            task.threshold.value_or(-1));
    Clustering clustering{
        .cluster = found.cluster,
        .sizes = std::move(found.sizes),
        .rule = std::make_shared<NearestRowRule>(std::move(found.rows), std::move(found.cluster)),
        .summary = {}};
    clustering.merges = std::move(found.merges);
    const auto applied = static_cast<std::size_t>(found.applied);
    Summary& summary = clustering.summary;
    summary.fact("link", options.link);
    if (found.threshold >= 0) summary.fact("threshold", found.threshold);
    if (applied > 0) summary.fact("last_merge", clustering.merges[applied - 1].height);
    if (applied < clustering.merges.size())
      summary.fact("next_merge", clustering.merges[applied].height);
    const auto n = static_cast<Index>(clustering.cluster.size());
    if (const Index left = n - static_cast<Index>(clustering.merges.size()); left > 1)
      summary.fact("kept_apart", left);
    return clustering;
  });
}

}  // namespace germane
