#include "germane/reproduce/mate_tables.h"

#include "germane/reproduce/experiment.h"

#include <algorithm>
#include <utility>

namespace germane {
namespace {

// Over the repetitions, of the mean over the combinations that `counts` says count.
template <class Counts>
Spread spread_over(const MeasuredMates& measured, std::size_t method, const Counts& counts) {
  std::vector<double> means;
  for (const std::vector<MatePrecisions>& repetition : measured) {
    double sum = 0, number = 0;
    for (std::size_t i = 0; i < repetition.size(); ++i)
      if (counts(i)) {
        sum += repetition[i][method];
        ++number;
      }
    means.push_back(sum / number);
  }
  return spread_of(means);
}

}  // namespace

ReportTable mates_by_language(const MateFindings& found,
                              const std::map<std::string, MatePrecisions>& paper) {
  ReportTable table{.key = "by_language",
                    .title = "average precision by language, word counts and tf-idf",
                    .columns = {"language", "kcca", "paper_kcca", "pwca", "paper_pwca", "sd",
                                "kcca_tf_idf", "pwca_tf_idf"},
                    .rows = {}};
  const auto add = [&](const std::string& name, const auto& counts, const Value& kcca,
                       const Value& pwca) {
    const Spread by_pwca = spread_over(found.counts, 1, counts);
    table.rows.push_back({name, spread_over(found.counts, 0, counts).mean, kcca, by_pwca.mean, pwca,
                          by_pwca.deviation, spread_over(found.tf_idf, 0, counts).mean,
                          spread_over(found.tf_idf, 1, counts).mean});
  };
  for (std::size_t language = 0; language < found.names.size(); ++language) {
    const auto holds = [&](std::size_t i) {
      const Combination& places = found.all[i];
      return std::find(places.begin(), places.end(), language) != places.end();
    };
    const auto printed = paper.find(found.names[language]);
    const bool known = printed != paper.end();
    add(found.names[language], holds, known ? Value(printed->second[0]) : Value(),
        known ? Value(printed->second[1]) : Value());
  }
  const auto mean_of = [&](std::size_t method) {
    double sum = 0;
    for (const auto& [language, printed] : paper) sum += printed[method];
    return paper.empty() ? Value() : Value(difference(sum / static_cast<double>(paper.size()), 0));
  };
  add(
      "mean", [](std::size_t) { return true; }, mean_of(0), mean_of(1));
  return table;
}

ReportTable mates_by_languages(const MateFindings& found) {
  ReportTable table{.key = "by_languages",
                    .title = "average precision by languages learned from",
                    .columns = {"languages", "kcca", "pwca", "kcca_tf_idf", "pwca_tf_idf"},
                    .rows = {}};
  for (std::size_t i = 0; i < found.all.size(); ++i) {
    std::string name;
    for (const std::size_t place : found.all[i])
      name += (name.empty() ? "" : "-") + found.names[place];
    const auto this_one = [i](std::size_t j) { return i == j; };
    table.rows.push_back({name, spread_over(found.counts, 0, this_one).mean,
                          spread_over(found.counts, 1, this_one).mean,
                          spread_over(found.tf_idf, 0, this_one).mean,
                          spread_over(found.tf_idf, 1, this_one).mean});
  }
  return table;
}

Plot mates_heat(const MateFindings& found) {
  HeatPlot plot{.rows = found.names,
                .columns = found.names,
                .values = {},
                .value_name = "average precision of PWCA, word counts"};
  plot.values.assign(found.names.size() * found.names.size(), 1);
  for (std::size_t i = 0; i < found.all.size(); ++i) {
    const std::size_t a = found.all[i][0], b = found.all[i][1];
    const double value = spread_over(found.counts, 1, [i](std::size_t j) { return i == j; }).mean;
    plot.values[a * found.names.size() + b] = plot.values[b * found.names.size() + a] = value;
  }
  return {.key = "pairs",
          .title = "How well each pair of languages finds its mates",
          .text =
              "Languages that are near to each other share more words and word order, and find "
              "more mates.",
          .x_label = "language",
          .y_label = "language",
          .shape = std::move(plot)};
}

}  // namespace germane
