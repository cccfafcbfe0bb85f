// [DeBie03, Table 1]: pair accuracy on eight sets of the UCI repository, with no, little and much
// side-information.
#include "germane/base/random.h"
#include "germane/cluster/kmeans.h"
#include "germane/data/rows.h"
#include "germane/data/simulate.h"
#include "germane/evaluate/partition.h"
#include "germane/reproduce/elda_clusters.h"
#include "germane/reproduce/experiments.h"
#include "germane/reproduce/labelled_rows.h"

namespace germane {
namespace {

struct Row {
  std::string set;
  bool standardize;  // columns, first
  Spread none, little, much;
};

// Only breast cancer's columns are standardised: with them as they are, k-means alone reaches 0.74,
// standardised the paper's 0.83.
const std::vector<Row> kPaper = {
    {"wine", false, {0.69, 0.00}, {0.92, 0.05}, {0.95, 0.03}},
    {"protein", false, {0.62, 0.02}, {0.71, 0.04}, {0.72, 0.06}},
    {"ionosphere", false, {0.58, 0.02}, {0.69, 0.09}, {0.75, 0.05}},
    {"diabetes", false, {0.56, 0.02}, {0.60, 0.02}, {0.61, 0.02}},
    {"balance", false, {0.56, 0.02}, {0.66, 0.01}, {0.67, 0.03}},
    {"iris", false, {0.83, 0.06}, {0.92, 0.03}, {0.92, 0.04}},
    {"soybean", false, {0.80, 0.08}, {0.85, 0.09}, {0.91, 0.1}},
    {"breast_cancer", true, {0.83, 0.01}, {0.89, 0.02}, {0.91, 0.02}},
};

// One run of k-means from random rows, as the paper's first column averages over.
double one_start(const LabelledRows& set, std::uint64_t seed, const Execution& execution) {
  const KmeansClusters clusters = cluster_kmeans(MemoryRows<double>(set.rows),
                                                 {.k = set.labels.count(),
                                                  .restarts = 1,
                                                  .start = "random",
                                                  .seed = static_cast<std::int64_t>(seed)},
                                                 execution);
  return score_partition(tabulate(clusters.cluster, set.labels.of_row)).pair_accuracy;
}

struct Draw {
  double accuracy = 0, pairs = 0;
};

Draw draw(const LabelledRows& set, double components, std::uint64_t seed,
          const Execution& execution) {
  Random random(seed);
  const std::vector<Link> pairs = simulate_pairs(set.labels, components, random);
  const MemoryRows<double> rows(set.rows);
  const LinearMap map = learn_elda_by_folds(rows, pairs, set.labels.count(), seed, execution);
  return {kmeans_accuracy(MappedRows(rows, map), set.labels, seed, execution),
          static_cast<double>(pairs.size())};
}

struct Found {
  Spread none, little, much;  // those of the paper's columns
  double ten_starts = 0, standardized = 0;
  double little_pairs = 0, much_pairs = 0;
};

Found measure(const Row& paper, const Setting& setting) {
  LabelledRows set = read_labelled(setting.path(paper.set + ".csv"));
  const RowMatrix<double> scaled = standardized(set.rows, setting.execution);
  if (paper.standardize) set.rows = scaled;
  Found found;
  found.none = spread_of(repeat(setting, "debie03 table1, " + paper.set + " alone",
                                [&](std::uint64_t seed, const Execution& execution) {
                                  return one_start(set, seed, execution);
                                }));
  const auto accuracy = [&](const RowMatrix<double>& rows) {
    return kmeans_accuracy(MemoryRows<double>(rows), set.labels, setting.seed, setting.execution);
  };
  found.ten_starts = accuracy(set.rows);
  found.standardized = accuracy(scaled);
  const auto after = [&](double components, const std::string& amount, double& pairs) {
    const std::vector<Draw> draws = repeat(setting, "debie03 table1, " + paper.set + ", " + amount,
                                           [&](std::uint64_t seed, const Execution& execution) {
                                             return draw(set, components, seed, execution);
                                           });
    std::vector<double> accuracies;
    for (const Draw& one : draws) {
      accuracies.push_back(one.accuracy);
      pairs += one.pairs / static_cast<double>(draws.size());
    }
    return spread_of(accuracies);
  };
  found.little = after(0.9, "little", found.little_pairs);
  found.much = after(0.7, "much", found.much_pairs);
  return found;
}

Plot bars(const std::vector<std::string>& sets, const std::vector<Found>& found,
          const std::vector<Row>& papers) {
  BarPlot plot{.labels = sets, .groups = {}};
  const auto group = [&](const std::string& name, const auto& spread_at) {
    PlotSeries series;
    series.name = name;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const Spread spread = spread_at(i);
      series.y.push_back(spread.mean);
      series.low.push_back(spread.mean - spread.deviation);
      series.high.push_back(spread.mean + spread.deviation);
    }
    plot.groups.push_back(std::move(series));
  };
  group("k-means alone", [&](std::size_t i) { return found[i].none; });
  group("little, ours", [&](std::size_t i) { return found[i].little; });
  group("little, paper", [&](std::size_t i) { return papers[i].little; });
  group("much, ours", [&](std::size_t i) { return found[i].much; });
  group("much, paper", [&](std::size_t i) { return papers[i].much; });
  return {.key = "table1",
          .title = "Pair accuracy with no, little and much side-information",
          .text =
              "Accuracies rise with side-information; ours and the paper's stand side by side, "
              "with a standard deviation to both sides.",
          .x_label = "data set",
          .y_label = "pair accuracy",
          .shape = std::move(plot)};
}

Section run(const Setting& setting) {
  ReportTable before{.key = "before",
                     .title = "k-means alone",
                     .columns = {"data", "one_start", "sd", "paper", "paper_sd", "difference",
                                 "ten_starts", "standardized"},
                     .rows = {}};
  ReportTable after{
      .key = "after",
      .title = "after elda",
      .columns = {"data", "f", "pairs", "before", "ours", "sd", "paper", "paper_sd", "difference"},
      .rows = {}};
  std::vector<std::string> sets;
  std::vector<Found> all;
  std::vector<Row> papers;
  for (const Row& paper : kPaper) {
    if (!setting.has(paper.set + ".csv")) continue;
    const Found found = measure(paper, setting);
    before.rows.push_back({paper.set, found.none.mean, found.none.deviation, paper.none.mean,
                           paper.none.deviation, difference(found.none.mean, paper.none.mean),
                           found.ten_starts, found.standardized});
    const auto add = [&](double components, double pairs, Spread ours, Spread theirs) {
      after.rows.push_back({paper.set, components, pairs, found.ten_starts, ours.mean,
                            ours.deviation, theirs.mean, theirs.deviation,
                            difference(ours.mean, theirs.mean)});
    };
    add(0.9, found.little_pairs, found.little, paper.little);
    add(0.7, found.much_pairs, found.much, paper.much);
    sets.push_back(paper.set);
    all.push_back(found);
    papers.push_back(paper);
  }
  Section section;
  section.plots.push_back(bars(sets, all, papers));
  section.tables = {std::move(before), std::move(after)};
  section.notes = {
      fmt::format(
          "Pair accuracy [DeBie03, 4.1]; means over {} draws of pairs of one class, and over "
          "as many single starts of k-means. Columns as they are; those of breast_cancer "
          "standardised.",
          setting.repetitions),
      "f: components that the pairs leave, as a share of the rows; sd: standard deviation. "
      "`before` and `ours` are the best of ten starts. `standardized` is k-means on standardised "
      "columns, with no side-information: what learning must beat to be worth it.",
      "protein: the paper's row contradicts its own Table 2. Components of 0.9 take about a dozen "
      "pairs, a ratio of 0.012, where Table 2 has 0.59 and Table 1 0.71."};
  return section;
}

}  // namespace

Experiment debie03_table1() {
  std::vector<DataFile> files;
  files.reserve(kPaper.size());
  for (const Row& row : kPaper) files.push_back(uci_file(row.set));
  return {.paper = "debie03",
          .name = "table1",
          .line = "k-means on eight UCI sets, before and after learning from pairs",
          .cited = "[DeBie03, Table 1]",
          .files = std::move(files),
          .repetitions = 30,
          .run = run};
}

}  // namespace germane
