#include "germane/commands/plots_loadings.h"

#include "germane/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace germane {
namespace {

constexpr std::size_t kMostFeatures = 1000;  // of a circle

struct Feature {
  std::string name;
  std::ptrdiff_t view;
  double x, y;

  double length() const { return std::hypot(x, y); }
};

}  // namespace

Plot component_bars_plot(const ComponentBars& bars) {
  BarPlot shape{.labels = bars.features, .groups = {}};
  const char* what = bars.loadings ? "loading" : "weight";
  shape.groups.push_back({.name = what, .y = bars.values, .low = bars.low, .high = bars.high});
  const std::string of_view = bars.view.empty() ? "" : " of " + bars.view;
  return {
      .key =
          fmt::format("{}s{}{}_{}", what, bars.view.empty() ? "" : "_", bars.view, bars.component),
      .title = fmt::format("What component {}{} goes with", bars.component, of_view),
      .text = fmt::format(
          "{}{}{}",
          bars.loadings ? "Each bar is a feature's correlation with the score: near 1 or -1 the "
                          "two rise or fall together, near 0 they have nothing to do with each "
                          "other"
                        : "Each bar is a feature's weight in the score; weights depend on the "
                          "features' units",
          fmt::format(". {} shown, the largest first",
                      bars.features.size() == 1
                          ? "One feature is"
                          : fmt::format("{} features are", bars.features.size())),
          bars.low.empty() ? ""
                           : ". The line through a bar is where it would lie with other objects "
                             "like these; where that "
                             "crosses 0, it may be chance"),
      .x_label = "feature",
      .y_label = bars.loadings ? "correlation with the score" : "weight",
      .shape = std::move(shape)};
}

std::optional<Plot> correlation_circle_plot(const std::vector<CircleView>& views) {
  std::vector<Feature> features;
  ScatterPlot scatter{.circle = true};
  for (std::size_t v = 0; v < views.size(); ++v) {
    const Matrix& loadings = *views[v].loadings;
    if (loadings.rows() < 2) return std::nullopt;
    if (!views[v].name.empty()) scatter.color_names.push_back(views[v].name);
    for (Index j = 0; j < loadings.cols(); ++j)
      features.push_back({views[v].features[static_cast<std::size_t>(j)],
                          views[v].name.empty() ? -1 : static_cast<std::ptrdiff_t>(v),
                          loadings(0, j), loadings(1, j)});
  }
  if (features.empty()) return std::nullopt;
  const std::size_t all = features.size();
  std::stable_sort(features.begin(), features.end(),
                   [](const Feature& a, const Feature& b) { return a.length() > b.length(); });
  if (all > kMostFeatures) features.resize(kMostFeatures);
  if (all > kMostFeatures)
    scatter.note = fmt::format("{} of {} features, those nearest to the circle.",
                               with_thousands(static_cast<Index>(kMostFeatures)),
                               with_thousands(static_cast<Index>(all)));
  ScatterPlot::Panel panel{
      .title = "", .x_label = "component 0", .y_label = "component 1", .x = {}, .y = {}};
  for (Feature& feature : features) {
    panel.x.push_back(feature.x);
    panel.y.push_back(feature.y);
    scatter.color.push_back(feature.view);
    scatter.names.push_back(std::move(feature.name));
  }
  scatter.panels.push_back(std::move(panel));
  return Plot{.key = "correlation_circle",
              .title = "What the first two components go with",
              .text =
                  "Each mark is a feature: across its correlation with component 0, upwards "
                  "that with component 1. On the circle the two components tell all of it, in "
                  "the middle nothing. Features near each other say the same, those opposite "
                  "the contrary",
              .shape = std::move(scatter)};
}

}  // namespace germane
