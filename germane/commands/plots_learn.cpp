#include "germane/commands/plots_learn.h"

#include "germane/base/text.h"
#include "germane/commands/plots_lines.h"
#include "germane/commands/plots_scatter.h"
#include "germane/linalg/svd.h"

#include <algorithm>
#include <map>
#include <utility>

namespace germane {
namespace {

constexpr Index kWidestSpectrum = 2000;
constexpr std::size_t kMostLinks = 2000;
constexpr std::size_t kMostNamedChunklets = 42;  // as many as marks look different
constexpr Index kSingleSizes = 12;               // larger chunklets are counted in ranges

const Value* find_fact(const Summary& summary, const std::string& key) {
  for (const auto& [name, value] : summary.facts)
    if (name == key) return &value;
  return nullptr;
}

std::vector<double> numbers_of(const Value* value) {
  std::vector<double> numbers;
  const auto* list = value ? value->get_if<Value::List>() : nullptr;
  if (list)
    for (const Value& each : *list)
      if (each.is_number()) numbers.push_back(each.number());
  return numbers;
}

Plot line_over_directions(std::vector<double> values, bool log_y) {
  Plot plot{.key = "spectrum", .x_label = "direction"};
  LinePlot line{.log_y = log_y};
  line.series.push_back(over_ranks("", std::move(values)));
  line.series.back().points = true;
  plot.shape = std::move(line);
  return plot;
}

// What methods call the values of their directions, and what these are.
struct Spectrum {
  const char* key;
  const char* label;
  const char* text;
};
constexpr Spectrum kSpectra[] = {
    {"lambda", "how well it holds chunklets together",
     "Each mark is a direction; the higher, the better it keeps together what belongs together. "
     "Around 0 a direction does no better than chance"},
    {"variance_ratios", "spread of all over spread within",
     "Each mark is a direction: how many times more the rows spread along it than the rows of one "
     "chunklet or class do. The higher, the better it separates"},
    {"variances", "variance",
     "Each mark is a direction: how much the rows spread along it. Where the marks fall steeply, "
     "few directions hold most of what there is"},
};

// The rows of the smallest label that holds all sizes of a bin: "2", ..., "17 to 32".
std::string size_label(Index low, Index high) {
  return low == high ? std::to_string(low) : fmt::format("{} to {}", low, high);
}

}  // namespace

std::optional<Plot> spectrum_plot(const Summary& summary, const LinearMap& map) {
  for (const Spectrum& spectrum : kSpectra) {
    std::vector<double> values = numbers_of(find_fact(summary, spectrum.key));
    if (values.empty() || values.size() > static_cast<std::size_t>(kWidestSpectrum)) continue;
    const std::size_t kept = values.size();
    const Value* next = find_fact(summary, "next_lambda");
    const bool more = next && next->is_number() && std::string(spectrum.key) == "lambda";
    if (more) values.push_back(next->number());
    if (values.size() < 2) return std::nullopt;
    const bool steep = values.back() > 0 && values.front() > 1000 * values.back();
    Plot plot = line_over_directions(std::move(values), steep);
    plot.title = "How much each direction counts";
    plot.text = spectrum.text;
    plot.y_label = spectrum.label;
    if (more) {
      plot.text += fmt::format("; the {} left of the line {} kept", kept, kept == 1 ? "is" : "are");
      std::get<LinePlot>(plot.shape)
          .rules.push_back(
              {PlotRule::Along::kX, static_cast<double>(kept) + 0.5, fmt::format("{} kept", kept)});
    }
    return plot;
  }
  if (map.inputs() > kWidestSpectrum || std::min(map.inputs(), map.outputs()) < 2)
    return std::nullopt;
  const Vector stretch = singular_values(map.map);
  std::vector<double> values(stretch.data(), stretch.data() + stretch.size());
  while (!values.empty() && !(values.back() > 0)) values.pop_back();
  if (values.size() < 2) return std::nullopt;
  Plot plot = line_over_directions(std::move(values), true);
  plot.title = "How much each direction is stretched";
  plot.text =
      "Each mark is a direction of the learned space: by how much differences along it were "
      "enlarged. The lowest are those along which things that belong together differ anyway";
  plot.y_label = "stretched by";
  return plot;
}

Plot chunklet_sizes_plot(const Chunklets& chunklets) {
  // One bar for each small size, then ranges that double.
  std::map<std::pair<Index, Index>, double> bins;
  for (Index code = 0; code < chunklets.codes(); ++code) {
    const Index size = chunklets.size(code);
    if (size < 2) continue;
    Index low = size, high = size;
    if (size > kSingleSizes) {
      for (low = kSingleSizes + 1, high = 2 * kSingleSizes; size > high; high *= 2) low = high + 1;
    }
    bins[{low, high}] += 1;
  }
  BarPlot bars;
  PlotSeries counts{.name = "chunklets"};
  for (const auto& [range, count] : bins) {
    bars.labels.push_back(size_label(range.first, range.second));
    counts.y.push_back(count);
  }
  bars.groups.push_back(std::move(counts));
  return {.key = "chunklet_sizes",
          .title = "How large the chunklets are",
          .text = fmt::format(
              "A chunklet is a set of rows known to belong together. There are {}, of {}; the "
              "largest has {}",
              counted(chunklets.count(), "chunklet"), counted(chunklets.points(), "row"),
              counted(chunklets.largest(), "row")),
          .x_label = "rows in a chunklet",
          .y_label = "chunklets",
          .shape = std::move(bars)};
}

std::optional<Plot> choice_plot(const std::string& option, const Choice& choice) {
  std::vector<const Candidate*> tried;
  for (const Candidate& candidate : choice.candidates)
    if (candidate.failure.empty()) tried.push_back(&candidate);
  if (tried.size() < 2) return std::nullopt;
  Plot plot{.key = "choice_of_" + option,
            .title = "What held-out pairs said of each candidate",
            .text = fmt::format("Each was tried on pairs that were held out, and the best was "
                                "taken; the higher, the better ({})",
                                choice.by),
            .x_label = option,
            .y_label = choice.by};
  const bool numbers = std::all_of(tried.begin(), tried.end(),
                                   [](const Candidate* each) { return each->value.is_number(); });
  if (!numbers) {
    BarPlot bars;
    PlotSeries scores{.name = choice.by};
    for (const Candidate* candidate : tried) {
      const auto* word = candidate->value.get_if<std::string>();
      bars.labels.push_back(word ? *word : shortest(candidate->value.number()));
      scores.y.push_back(candidate->score);
    }
    bars.groups.push_back(std::move(scores));
    plot.shape = std::move(bars);
    return plot;
  }
  LinePlot line;
  PlotSeries scores{.name = choice.by, .points = true};
  double least = 0, most = 0;
  for (const Candidate* candidate : tried) {
    const double value = candidate->value.number();
    if (value > 0) least = least == 0 ? value : std::min(least, value);
    most = std::max(most, value);
  }
  line.log_x = least > 0 && most > 20 * least;
  for (const Candidate* candidate : tried) {
    const double value = candidate->value.number();
    if (line.log_x && value <= 0) {  // no place on such an axis, but a height
      line.rules.push_back(
          {PlotRule::Along::kY, candidate->score, fmt::format("{} {}", option, shortest(value))});
      continue;
    }
    scores.x.push_back(value);
    scores.y.push_back(candidate->score);
  }
  const double chosen = choice.chosen().value.number();
  if (!line.log_x || chosen > 0)
    line.rules.push_back(
        {PlotRule::Along::kX, chosen, fmt::format("chosen: {}", shortest(chosen))});
  line.series.push_back(std::move(scores));
  plot.shape = std::move(line);
  return plot;
}

Plot check_plot(const std::string& method, const Check& check) {
  BarPlot bars;
  bars.labels = {"raw columns", "standardized columns", "after " + method};
  bars.groups.push_back(
      {.name = "AUC", .y = {check.raw.auc, check.standardized.auc, check.learned.auc}});
  return {.key = "check",
          .title = "How often alike pairs are closer than others",
          .text = fmt::format(
              "Of pairs that learning had not seen: how often a pair that belongs together is "
              "closer than one that does not. 0.5 is chance, 1 is always. Raw columns {}, "
              "standardized columns {}, after {} {}",
              significant(check.raw.auc), significant(check.standardized.auc), method,
              significant(check.learned.auc)),
          .x_label = "distance",
          .y_label = "AUC",
          .shape = std::move(bars)};
}

Plot before_after_plot(const RowSource& rows, const RowMap& map, const SideInformation& side,
                       const Chunklets& chunklets, const Ids& ids, std::uint64_t seed,
                       const Execution& execution) {
  std::vector<Index> hinted;
  for (Index row = 0; row < chunklets.rows(); ++row)
    if (chunklets.of(row) >= 0 && chunklets.size(chunklets.of(row)) > 1) hinted.push_back(row);
  const DrawnRows drawn = choose_drawn_rows(rows.rows(), rows.columns(), hinted, seed);
  ScatterPlot scatter;
  const bool labels = !side.labels.of_row.empty();
  const bool groups =
      !labels && chunklets.named() && chunklets.codes() <= static_cast<Index>(kMostNamedChunklets);
  Codes classes = labels ? side.labels : Codes{};
  if (groups) {
    classes.of_row = chunklets.of_row();
    for (Index code = 0; code < chunklets.codes(); ++code)
      classes.names.push_back(chunklets.name(code));
  }
  name_rows(drawn, ids, classes, scatter);
  if (!side.must_links.empty()) {
    // The rows of a chunklet as a chain, in their order.
    std::map<Index, std::size_t> last;
    for (std::size_t i = 0; i < drawn.rows.size() && scatter.links.size() < kMostLinks; ++i) {
      const Index code = chunklets.rows() > 0 ? chunklets.of(drawn.rows[i]) : -1;
      if (code < 0) continue;
      const auto [found, first] = last.emplace(code, i);
      if (!first) scatter.links.emplace_back(found->second, i);
      found->second = i;
    }
  }
  RowMatrix<double> before = rows.gather(drawn.rows);
  RowMatrix<double> after = map.apply(before);
  scatter.panels.push_back(widest_plane(std::move(before), "before", execution));
  scatter.panels.push_back(widest_plane(std::move(after), "after", execution));
  const std::string what = labels ? "label" : groups ? "chunklet" : "";
  return {
      .key = "before_after",
      .title = "The rows before and after learning",
      .text = fmt::format(
          "Each mark is a row, drawn in the plane in which the rows spread most: on the left "
          "as given, on the right in the learned space. {}",
          what.empty() ? "Rows joined by a line are known to belong together, and should lie "
                         "closer on the right"
                       : "Rows of one " + what +
                             " should lie closer together, and apart from others, on the right"),
      .shape = std::move(scatter)};
}

}  // namespace germane
