#include "germane/commands/plots_retrieve.h"

#include "germane/base/text.h"
#include "germane/commands/plots_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr std::size_t kMostSteps = 60;  // of a curve on a logarithmic axis

std::string label_of(Metric metric) {
  return metric == Metric::kInnerProduct ? "inner product" : value_name(metric);
}

std::vector<double> column(const RowMatrix<double>& value, Index rank) {
  std::vector<double> values(static_cast<std::size_t>(value.rows()));
  for (Index q = 0; q < value.rows(); ++q) values[static_cast<std::size_t>(q)] = value(q, rank);
  return values;
}

// Of numbers in any order, which it changes.
double at_share(std::vector<double>& values, double share) {
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

// 1, 2, ..., and wider and wider steps up to `last`.
std::vector<Index> ranks_up_to(Index last) {
  std::vector<Index> ranks;
  for (std::size_t step = 0; step <= kMostSteps; ++step) {
    const double place = std::pow(static_cast<double>(last),
                                  static_cast<double>(step) / static_cast<double>(kMostSteps));
    const auto rank = std::min(last, static_cast<Index>(std::llround(place)));
    if (ranks.empty() || rank > ranks.back()) ranks.push_back(rank);
  }
  return ranks;
}

}  // namespace

std::vector<Plot> neighbor_plots(const RowMatrix<double>& value, Metric metric) {
  const Index k = value.cols();
  if (value.rows() < 2) return {};
  const std::string name = label_of(metric);
  const std::vector<double> nearest = column(value, 0), last = column(value, k - 1);
  std::vector<SpreadLine> spreads{{"the nearest", nearest}};
  if (k > 1) spreads.push_back({fmt::format("the last of {}", k), last});
  const std::string side = is_similarity(metric) ? "left" : "right";
  std::vector<Plot> plots;
  plots.push_back(
      {.key = "nearest",
       .title = "How near the nearest rows are",
       .text = fmt::format("How many queries have their nearest row at which {}. Queries far on "
                           "the {} have nothing like them among the rows; a heap at the other end "
                           "may be duplicates",
                           name, side),
       .x_label = name,
       .y_label = "share of queries",
       .shape = histogram(spreads)});
  if (k < 2) return plots;
  std::vector<double> low, middle, high;
  for (Index rank = 0; rank < k; ++rank) {
    std::vector<double> values = column(value, rank);
    low.push_back(at_share(values, 0.25));
    middle.push_back(at_share(values, 0.5));
    high.push_back(at_share(values, 0.75));
  }
  PlotSeries series = over_ranks("the middle query", std::move(middle));
  series.low = std::move(low);
  series.high = std::move(high);
  plots.push_back(
      {.key = "by_rank",
       .title = fmt::format("The {} from rank to rank", name),
       .text = fmt::format("The {} of the neighbour of every rank: the line is the middle query, "
                           "the band holds the middle half of them. A step upwards is where a "
                           "tight group of rows ends",
                           name),
       .x_label = "rank",
       .y_label = name,
       .shape = LinePlot{.series = {std::move(series)}}});
  return plots;
}

std::optional<Plot> purity_plot(const std::vector<double>& purity, double chance) {
  if (purity.size() < 2) return std::nullopt;
  return Plot{.key = "purity",
              .title = "How many neighbours have the same label",
              .text =
                  "Among as many nearest rows as are looked at, the share that has the "
                  "query's label. The higher the curve and the later it falls, the better "
                  "distances mean what the labels mean; rows drawn at random would be at the "
                  "broken line",
              .x_label = "neighbours looked at",
              .y_label = "share with the same label",
              .shape = LinePlot{.series = {over_ranks("", purity)},
                                .rules = {{PlotRule::Along::kY, chance, "by chance"}}}};
}

std::optional<Plot> near_pairs_plot(const std::vector<NearPair>& pairs, Metric metric) {
  if (pairs.size() < 2) return std::nullopt;
  const std::string name = label_of(metric);
  std::vector<double> values;
  values.reserve(pairs.size());
  for (const NearPair& pair : pairs) values.push_back(pair.value);
  return Plot{.key = "near_pairs",
              .title = "How near the pairs are",
              .text = fmt::format(
                  "The {} of the pairs that were found. Copies make a heap at the {} end; pairs "
                  "that are near by chance grow in number towards the threshold",
                  name, is_similarity(metric) ? "right" : "left"),
              .x_label = name,
              .y_label = "share of pairs",
              .shape = histogram({{"pairs", values}})};
}

Plot mates_plot(const std::string& from, const std::string& to,
                const std::vector<std::pair<std::string, std::vector<Index>>>& ranks) {
  LinePlot line{.log_x = true};
  for (const auto& [name, of_queries] : ranks) {
    std::vector<Index> sorted = of_queries;
    std::sort(sorted.begin(), sorted.end());
    PlotSeries series{.name = name};
    for (const Index k : ranks_up_to(static_cast<Index>(sorted.size()))) {
      const auto found = std::upper_bound(sorted.begin(), sorted.end(), k) - sorted.begin();
      series.x.push_back(static_cast<double>(k));
      series.y.push_back(static_cast<double>(found) / static_cast<double>(sorted.size()));
    }
    line.series.push_back(std::move(series));
  }
  return {.key = fmt::format("recall_{}_{}", from, to),
          .title = fmt::format("How soon mates are found, from {} to {}", from, to),
          .text = fmt::format("For an object of {}, how often its own row of {} is among the first "
                              "k. The higher on the left, the better; a line for each score",
                              from, to),
          .x_label = "k, rows looked at",
          .y_label = "share of mates among them",
          .shape = std::move(line)};
}

}  // namespace germane
