#include "germane/commands/plots_pairs.h"

#include "germane/base/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace germane {
namespace {

constexpr double kFewestBins = 10, kMostBins = 40;

}  // namespace

Plot score_spread_plot(const PairScores& scores, PairScore score, std::optional<double> threshold) {
  double least = INFINITY, most = -INFINITY;
  for (const auto* kind : {&scores.same, &scores.different})
    for (const double value : *kind) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  // Rice's rule for the rarer kind: with fewer pairs a finer histogram shows their chances only.
  const auto rarer = static_cast<double>(std::min(scores.same.size(), scores.different.size()));
  const auto bins =
      static_cast<std::size_t>(std::clamp(std::ceil(2 * std::cbrt(rarer)), kFewestBins, kMostBins));
  const double width = most > least ? (most - least) / static_cast<double>(bins) : 1;
  LinePlot line;
  for (const auto& [name, values] :
       {std::pair("same pairs", &scores.same), std::pair("different pairs", &scores.different)}) {
    PlotSeries series{.name = name, .x = {}, .y = std::vector<double>(bins, 0)};
    for (const double value : *values) {
      const auto bin = static_cast<std::size_t>((value - least) / width);
      series.y[std::min(bin, bins - 1)] += 1 / static_cast<double>(values->size());
    }
    for (std::size_t bin = 0; bin < bins; ++bin)
      series.x.push_back(least + (static_cast<double>(bin) + 0.5) * width);
    line.series.push_back(std::move(series));
  }
  if (threshold && *threshold > least && *threshold < most)
    line.rules.push_back({PlotRule::Along::kX, *threshold, "threshold"});
  return {.key = "score_spread",
          .title = fmt::format("How the {} of pairs is spread", name_of(score)),
          .text = fmt::format(
              "The less the two curves overlap, the better same pairs can be told from different "
              "ones. Same pairs should lie on the {}",
              alike_by(score) == Alike::kSmaller ? "left" : "right"),
          .x_label = name_of(score),
          .y_label = "share of the kind's pairs",
          .shape = std::move(line)};
}

Plot error_trade_off_plot(const std::vector<DetPoint>& curve, Index same, Index different,
                          double equal_error, const std::optional<ErrorRates>& at_threshold) {
  LinePlot line{.log_x = true, .log_y = true};
  PlotSeries series{.name = "at every threshold"};
  const double least_accepted = 0.5 / static_cast<double>(different);
  const double least_refused = 0.5 / static_cast<double>(same);
  for (const DetPoint& point : curve) {
    series.x.push_back(std::max(point.rates.accepted, least_accepted));
    series.y.push_back(std::max(point.rates.refused, least_refused));
  }
  line.series.push_back(std::move(series));
  const double equal = std::max({equal_error, least_accepted, least_refused});
  line.series.push_back(
      {.name = "where both are equal", .x = {equal}, .y = {equal}, .points = true});
  if (at_threshold)
    line.series.push_back({.name = "at the threshold in use",
                           .x = {std::max(at_threshold->accepted, least_accepted)},
                           .y = {std::max(at_threshold->refused, least_refused)},
                           .points = true});
  return {.key = "error_trade_off",
          .title = "Two ways to be wrong, at every threshold",
          .text = fmt::format(
              "A strict threshold refuses same pairs, a lenient one accepts different pairs. The "
              "nearer the curve comes to the lower left corner, the better; both kinds of error "
              "are equal at {}. Rates of none are drawn as half an error",
              significant(equal_error)),
          .x_label = "different pairs accepted (share)",
          .y_label = "same pairs refused (share)",
          .shape = std::move(line)};
}

}  // namespace germane
