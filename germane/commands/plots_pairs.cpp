#include "germane/commands/plots_pairs.h"

#include "germane/base/text.h"
#include "germane/commands/plots_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace germane {

Plot score_spread_plot(const std::vector<double>& same, const std::vector<double>& different,
                       const std::string& score, Alike alike, std::optional<double> threshold) {
  LinePlot line = histogram({{"same pairs", same}, {"different pairs", different}});
  double least = same.front(), most = same.front();
  for (const auto* kind : {&same, &different})
    for (const double value : *kind) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  if (threshold && *threshold > least && *threshold < most)
    line.rules.push_back({PlotRule::Along::kX, *threshold, "threshold"});
  return {.key = "score_spread",
          .title = fmt::format("How the {} of pairs is spread", score),
          .text = fmt::format(
              "The less the two curves overlap, the better same pairs can be told from different "
              "ones. Same pairs should lie on the {}",
              alike == Alike::kSmaller ? "left" : "right"),
          .x_label = score,
          .y_label = "share of the kind's pairs",
          .shape = std::move(line)};
}

Plot error_trade_off_plot(const std::vector<DetPlotCurve>& curves) {
  const bool several = curves.size() > 1;
  LinePlot line{.log_x = true, .log_y = true};
  std::vector<PlotSeries> marks;
  std::string equal_errors;
  for (const DetPlotCurve& drawn : curves) {
    const double least_accepted = 0.5 / static_cast<double>(drawn.different);
    const double least_refused = 0.5 / static_cast<double>(drawn.same);
    const auto mark = [&](const std::string& name, const ErrorRates& rates) {
      marks.push_back({.name = several ? fmt::format("{}: {}", drawn.name, name) : name,
                       .x = {std::max(rates.accepted, least_accepted)},
                       .y = {std::max(rates.refused, least_refused)},
                       .points = true});
    };
    PlotSeries series{.name = several ? drawn.name : "at every threshold"};
    for (const DetPoint& point : drawn.curve) {
      series.x.push_back(std::max(point.rates.accepted, least_accepted));
      series.y.push_back(std::max(point.rates.refused, least_refused));
    }
    line.series.push_back(std::move(series));
    const double equal = std::max({drawn.equal_error, least_accepted, least_refused});
    if (!several) mark("where both are equal", {equal, equal});
    if (drawn.operating_point) mark("at the threshold in use", *drawn.operating_point);
    equal_errors +=
        fmt::format("{}{}{}", equal_errors.empty() ? "" : ", ", significant(drawn.equal_error),
                    several ? fmt::format(" ({})", drawn.name) : "");
  }
  for (PlotSeries& mark : marks) line.series.push_back(std::move(mark));
  return {.key = "error_trade_off",
          .title = "Two ways to be wrong, at every threshold",
          .text = fmt::format(
              "A strict threshold refuses same pairs, a lenient one accepts different pairs. The "
              "nearer {} to the lower left corner, the better; both kinds of error are equal at "
              "{}. Rates of none are drawn as half an error",
              several ? "a curve comes" : "the curve comes", equal_errors),
          .x_label = "different pairs accepted (share)",
          .y_label = "same pairs refused (share)",
          .shape = std::move(line)};
}

}  // namespace germane
