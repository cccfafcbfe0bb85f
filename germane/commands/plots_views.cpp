#include "germane/commands/plots_views.h"

#include <algorithm>
#include <utility>

namespace germane {
namespace {

constexpr std::size_t kMostComponents = 500;

PlotSeries line_of(const char* name, const std::vector<double>& numbers) {
  PlotSeries series{.name = name, .points = true};
  for (std::size_t k = 0; k < std::min(numbers.size(), kMostComponents); ++k) {
    series.x.push_back(static_cast<double>(k));
    series.y.push_back(numbers[k]);
  }
  return series;
}

}  // namespace

std::optional<Plot> components_plot(const ViewComponents& components) {
  if (components.correlation.size() < 2) return std::nullopt;
  LinePlot line;
  line.series.push_back(line_of("objects learned from", components.correlation));
  const bool checked = !components.held_out.empty();
  if (checked) line.series.push_back(line_of("objects held out", components.held_out));
  return Plot{.key = "components",
              .title = "How well the views agree along each component",
              .text = checked
                          ? "1 is exactly, 0 not at all. Where the two lines part, learning has "
                            "found agreement that new objects do not show"
                          : "1 is exactly, 0 not at all. No objects were held out, so that some "
                            "of this agreement may be chance",
              .x_label = "component",
              .y_label = "correlation",
              .shape = std::move(line)};
}

}  // namespace germane
