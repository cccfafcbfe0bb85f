#include "germane/commands/plots_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace germane {
namespace {

constexpr double kFewestBins = 10, kMostBins = 40;
constexpr std::size_t kMostMarked = 30;

}  // namespace

LinePlot histogram(const std::vector<SpreadLine>& spreads) {
  double least = INFINITY, most = -INFINITY, fewest = INFINITY;
  for (const SpreadLine& spread : spreads) {
    const auto [low, high] = std::minmax_element(spread.values.begin(), spread.values.end());
    least = std::min(least, *low);
    most = std::max(most, *high);
    fewest = std::min(fewest, static_cast<double>(spread.values.size()));
  }
  const auto bins = static_cast<std::size_t>(
      std::clamp(std::ceil(2 * std::cbrt(fewest)), kFewestBins, kMostBins));
  const double width = most > least ? (most - least) / static_cast<double>(bins) : 1;
  LinePlot line;
  for (const auto& [name, values] : spreads) {
    PlotSeries series{.name = name, .x = {}, .y = std::vector<double>(bins, 0)};
    for (const double value : values) {
      const auto bin = static_cast<std::size_t>((value - least) / width);
      series.y[std::min(bin, bins - 1)] += 1 / static_cast<double>(values.size());
    }
    for (std::size_t bin = 0; bin < bins; ++bin)
      series.x.push_back(least + (static_cast<double>(bin) + 0.5) * width);
    line.series.push_back(std::move(series));
  }
  return line;
}

PlotSeries over_ranks(const std::string& name, std::vector<double> values) {
  PlotSeries series{.name = name};
  for (std::size_t rank = 1; rank <= values.size(); ++rank)
    series.x.push_back(static_cast<double>(rank));
  series.points = values.size() <= kMostMarked;
  series.y = std::move(values);
  return series;
}

}  // namespace germane
