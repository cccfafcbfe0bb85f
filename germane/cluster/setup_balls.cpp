#include "germane/base/text.h"
#include "germane/cluster/balls.h"
#include "germane/cluster/nearest_centers_rule.h"
#include "germane/cluster/setups.h"

namespace germane {

ClusterSetup set_up_balls() {
  return setup_of<BallsOptions>([](const ClusterTask& task, const BallsOptions& options) {
    BallsClusters found = cluster_balls(task.rows, options, task.execution);
    Clustering clustering{.cluster = std::move(found.cluster),
                          .sizes = std::move(found.sizes),
                          .rule = std::make_shared<NearestCentersRule>(found.centers),
                          .summary = {}};
    Value::List radii, held;
    for (const Ball& ball : found.balls) {
      radii.emplace_back(ball.radius);
      held.emplace_back(ball.rows);
    }
    clustering.summary.fact("share", found.share)
        .fact("shells", found.shells)
        .fact("radii", std::move(radii))
        .fact("rows_in_balls", std::move(held))
        .fact("left_over", found.left);
    if (found.tried < task.rows.rows())
      clustering.summary.notes.push_back("balls grow around " + with_thousands(found.tried) +
                                         " of the rows, drawn at random (--centers)");
    return clustering;
  });
}

}  // namespace germane
