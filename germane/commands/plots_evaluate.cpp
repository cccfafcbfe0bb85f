#include "germane/commands/plots_evaluate.h"

#include "germane/base/text.h"
#include "germane/commands/plots_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace germane {
namespace {

bool is_share(const std::string& score) {
  return !score.ends_with("perplexity") && score != "cllr" && score != "min_dcf";
}

}  // namespace

std::optional<Plot> differences_plot(const std::vector<Result>& results) {
  BarPlot bars;
  std::size_t sure = 0, all = 0;
  for (const Result& result : results) {
    if (result.differences.empty()) continue;
    PlotSeries group{.name = result.name};
    std::vector<std::string> labels;
    for (const Difference& each : result.differences) {
      if (!is_share(each.score)) continue;
      std::string label = each.score;
      std::replace(label.begin(), label.end(), '_', ' ');
      labels.push_back(std::move(label));
      group.y.push_back(each.value);
      group.low.push_back(each.interval.low);
      group.high.push_back(each.interval.high);
      sure += each.sure() ? 1 : 0;
      ++all;
    }
    if (bars.labels.empty()) bars.labels = std::move(labels);
    if (group.y.size() == bars.labels.size()) bars.groups.push_back(std::move(group));
  }
  if (bars.groups.empty()) return std::nullopt;
  const std::string& first = results.front().name;
  return Plot{
      .key = "differences",
      .title = "How much more than " + first,
      .text = fmt::format(
          "A bar for each score: how much more {} has than {}. The line through it is where the "
          "difference would lie with other rows like these, drawn for both alike. Where it "
          "crosses 0, nobody can tell which is better; {} of {} do not",
          bars.groups.size() == 1 ? bars.groups.front().name : "a result", first, sure, all),
      .x_label = "score",
      .y_label = "difference",
      .shape = std::move(bars)};
}

std::vector<Plot> ranking_plots(
    const std::vector<std::pair<std::string, const RankingScores*>>& results) {
  LinePlot precision, recall;
  Index longest = 0;
  for (const auto& [name, scores] : results) {
    precision.series.push_back(over_ranks(name, scores->precision_at));
    recall.series.push_back(over_ranks(name, scores->recall_at));
    longest = std::max(longest, scores->longest);
  }
  if (longest < 2) return {};
  return {{.key = "purity",
           .title = "How many of the first answers are right",
           .text = "Up to each rank, the share of answers with the query's label; 1 is all. A "
                   "curve that falls late belongs to a distance that means what the labels mean",
           .x_label = "answers looked at",
           .y_label = "share with the query's label",
           .shape = std::move(precision)},
          {.key = "recall",
           .title = "How many of the right rows are found",
           .text = "Up to each rank, the share of all rows with the query's label that are among "
                   "the answers. Lists that are shorter than a label has rows cannot reach 1",
           .x_label = "answers looked at",
           .y_label = "share of the label's rows found",
           .shape = std::move(recall)}};
}

}  // namespace germane
