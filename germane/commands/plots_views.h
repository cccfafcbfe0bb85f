// The plots of `learn` from views and of `cluster views`.
#pragma once

#include "germane/cluster/view_clusters.h"
#include "germane/commands/view_components.h"
#include "germane/report/plot.h"

#include <optional>

namespace germane {

// How well the views agree along each component, of objects seen and held out. Nothing for one
// component.
std::optional<Plot> components_plot(const ViewComponents& components);

// The same of the space that clusters were found in, with how many components it has.
std::optional<Plot> shared_space_plot(const ViewClusters& clusters);

// How the objects were divided, a leaf for each cluster; nothing where they were at once, or into
// more than 500.
std::optional<Plot> divisions_plot(const ViewClusters& clusters);

}  // namespace germane
