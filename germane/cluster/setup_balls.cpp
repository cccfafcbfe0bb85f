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
    if (2 * found.left > task.rows.rows())
      clustering.summary.warnings.push_back(
          fmt::format("{} of {} are in no ball: these are hardly round clusters with gaps between "
                      "them; try another method",
                      with_thousands(found.left), counted(task.rows.rows(), "row")));
    if (found.tried < task.rows.rows())
      clustering.summary.notes.push_back("balls grow around " + with_thousands(found.tried) +
                                         " of the rows, drawn at random (--centers)");
    return clustering;
  });
}

}  // namespace germane
