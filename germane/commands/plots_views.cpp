#include "germane/commands/plots_views.h"

#include "germane/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace germane {
namespace {

constexpr std::size_t kMostComponents = 500;
constexpr std::size_t kMostLeaves = 500;

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

std::optional<Plot> shared_space_plot(const ViewClusters& clusters) {
  const auto list = [](const Vector& numbers) {
    return std::vector<double>(numbers.data(), numbers.data() + numbers.size());
  };
  std::optional<Plot> plot = components_plot({.correlation = list(clusters.correlations),
                                              .held_out = list(clusters.held_out_correlations)});
  if (!plot || clusters.splits.empty()) return plot;
  const Index used = clusters.splits.front().map.outputs();
  plot->text += fmt::format("; clusters were looked for in the {} left of the line",
                            counted(used, "component"));
  std::get<LinePlot>(plot->shape)
      .rules.push_back(
          {PlotRule::Along::kX, static_cast<double>(used) - 0.5, fmt::format("{} used", used)});
  return plot;
}

std::optional<Plot> divisions_plot(const ViewClusters& clusters) {
  if (clusters.splits.size() < 2 || clusters.sizes.size() > kMostLeaves) return std::nullopt;
  TreePlot tree;
  for (std::size_t c = 0; c < clusters.sizes.size(); ++c)
    tree.leaves.push_back(fmt::format("cluster {}, {}", c, counted(clusters.sizes[c], "object")));
  // From the last division on, as what it made may have been divided before: nodes of a tree that
  // joins. A division into more than two parts is several joins at one height.
  std::vector<std::size_t> node(clusters.splits.size());
  for (std::size_t i = clusters.splits.size(); i-- > 0;) {
    const ViewSplit& split = clusters.splits[i];
    std::optional<std::size_t> joined;
    for (const Index next : split.next) {
      const std::size_t part =
          next >= 0 ? static_cast<std::size_t>(next) : node[static_cast<std::size_t>(-1 - next)];
      if (joined) {
        tree.merges.push_back({*joined, part, static_cast<double>(split.objects)});
        joined = tree.leaves.size() + tree.merges.size() - 1;
      } else {
        joined = part;
      }
    }
    node[i] = *joined;
  }
  return Plot{.key = "divisions",
              .title = "How objects were divided",
              .text = fmt::format(
                  "From above: all objects, then in {} always the largest part, each time in a "
                  "space learned from its own objects. The height is how many objects were "
                  "divided, the ends are the clusters",
                  counted(static_cast<Index>(clusters.splits.size()), "division")),
              .x_label = "cluster",
              .y_label = "objects divided",
              .shape = std::move(tree)};
}

}  // namespace germane
