// The plot of `learn` from views.
#pragma once

#include "germane/commands/view_components.h"
#include "germane/report/plot.h"

#include <optional>

namespace germane {

// How well the views agree along each component, of objects seen and held out. Nothing for one
// component.
std::optional<Plot> components_plot(const ViewComponents& components);

}  // namespace germane
