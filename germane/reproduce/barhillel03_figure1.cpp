// [BarHillel03, fig. 1]: what RCA does, step by step, to three classes in the plane.
#include "germane/base/random.h"
#include "germane/data/simulate.h"
#include "germane/learn/rca.h"
#include "germane/reproduce/elda_clusters.h"
#include "germane/reproduce/experiments.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr Index kRows = 150, kClasses = 3, kChunkletSize = 3;
constexpr double kShare = 0.4;  // of the rows, in chunklets

struct Draw {
  RowMatrix<double> rows, centred, whitened, learned;  // panels (a, b), (d), (e), (f)
  std::vector<Index> label, chunklet;                  // of every row; -1 = none
  double before = 0, after = 0;
};

// Three classes along a line, each spread far across it.
RowMatrix<double> plant_rows(std::vector<Index>& label, Random& random) {
  RowMatrix<double> rows(kRows, 2);
  for (Index row = 0; row < kRows; ++row) {
    label.push_back(row % kClasses);
    const double across = 6 * random.normal(),
                 along = 4 * static_cast<double>(row % kClasses) + random.normal();
    rows(row, 0) = (across + along) / std::sqrt(2.0);
    rows(row, 1) = (across - along) / std::sqrt(2.0);
  }
  return rows;
}

Draw draw(std::uint64_t seed, const Execution& execution) {
  Random random(seed);
  Draw drawn;
  drawn.rows = plant_rows(drawn.label, random);
  const Codes labels{drawn.label, {"1", "2", "3"}};
  const Chunklets chunklets = simulate_chunklets(labels, kChunkletSize, kShare, random);
  drawn.chunklet = chunklets.of_row();
  const MemoryRows<double> rows(drawn.rows);
  const Statistics statistics =
      gather_statistics(rows, GatherPlan{.chunklets = &chunklets}, execution).all();
  const LinearMap map = learn_rca(statistics, {.within = {.shrinkage = 0.0}}).map;
  drawn.learned = map.apply(drawn.rows);
  drawn.centred = drawn.rows;
  for (const std::vector<Index>& members : chunklets.members()) {
    Vector mean = Vector::Zero(2);
    for (const Index row : members) mean += drawn.rows.row(row).transpose();
    mean /= static_cast<double>(std::max<std::size_t>(members.size(), 1));
    for (const Index row : members) drawn.centred.row(row) -= mean.transpose();
  }
  drawn.whitened = drawn.centred * map.map.transpose();
  drawn.before = kmeans_accuracy(rows, labels, seed, execution);
  drawn.after = kmeans_accuracy(MemoryRows<double>(drawn.learned), labels, seed, execution);
  return drawn;
}

ScatterPlot::Panel panel_of(const std::string& title, const RowMatrix<double>& rows,
                            const std::vector<Index>& shown) {
  ScatterPlot::Panel panel{.title = title, .x_label = "x", .y_label = "y"};
  for (const Index row : shown) {
    panel.x.push_back(rows(row, 0));
    panel.y.push_back(rows(row, 1));
  }
  return panel;
}

std::vector<Plot> pictures(const Draw& drawn) {
  std::vector<Index> all, hinted;
  for (Index row = 0; row < kRows; ++row) {
    all.push_back(row);
    if (drawn.chunklet[static_cast<std::size_t>(row)] >= 0) hinted.push_back(row);
  }
  ScatterPlot classes;
  classes.panels = {panel_of("(a) as given, by class", drawn.rows, all),
                    panel_of("(f) after RCA, by class", drawn.learned, all)};
  classes.color.assign(drawn.label.begin(), drawn.label.end());
  classes.color_names = {"class 1", "class 2", "class 3"};
  ScatterPlot chunklets;
  chunklets.panels = {panel_of("(c) chunklets", drawn.rows, hinted),
                      panel_of("(d) each about its mean", drawn.centred, hinted),
                      panel_of("(e) whitened", drawn.whitened, hinted)};
  for (const Index row : hinted)
    chunklets.color.push_back(drawn.label[static_cast<std::size_t>(row)]);
  chunklets.color_names = classes.color_names;
  for (std::size_t i = 0; i < hinted.size(); ++i)
    for (std::size_t j = i + 1; j < hinted.size(); ++j)
      if (drawn.chunklet[static_cast<std::size_t>(hinted[i])] ==
          drawn.chunklet[static_cast<std::size_t>(hinted[j])])
        chunklets.links.emplace_back(i, j);
  return {
      {.key = "classes",
       .title = "Three classes before and after RCA",
       .text = "As given, the spread inside classes hides that there are three; after RCA they "
               "lie apart.",
       .x_label = "",
       .y_label = "",
       .shape = std::move(classes)},
      {.key = "chunklets",
       .title = "What RCA learns from: the spread inside chunklets",
       .text = "Chunklets moved on top of each other show one long cloud, which the learned map "
               "makes round.",
       .x_label = "",
       .y_label = "",
       .shape = std::move(chunklets)}};
}

Section run(const Setting& setting) {
  const std::vector<Draw> draws = repeat(setting, "barhillel03 figure1", draw);
  std::vector<double> before, after;
  for (const Draw& drawn : draws) {
    before.push_back(drawn.before);
    after.push_back(drawn.after);
  }
  Section section;
  ReportTable table{.key = "accuracy",
                    .title = "pair accuracy of k-means",
                    .columns = {"rows", "ours", "sd"},
                    .rows = {}};
  const auto add = [&](const std::string& name, const std::vector<double>& scores) {
    const Spread spread = spread_of(scores);
    table.rows.push_back({name, spread.mean, spread.deviation});
  };
  add("as given", before);
  add("after rca", after);
  section.tables.push_back(std::move(table));
  section.plots = pictures(draws.front());
  section.notes = {
      "The paper's figure is an illustration, without numbers; data of the same shape "
      "are drawn anew."};
  return section;
}

}  // namespace

Experiment barhillel03_figure1() {
  return {.paper = "barhillel03",
          .name = "figure1",
          .line = "what RCA does, step by step, to three classes in the plane",
          .cited = "[BarHillel03, fig. 1]",
          .files = {},
          .repetitions = 20,
          .run = run};
}

}  // namespace germane
