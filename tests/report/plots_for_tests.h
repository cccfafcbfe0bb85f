// A plot of every shape, small enough to write down what must come of it.
#pragma once

#include "germane/report/report.h"

namespace germane::testing {

inline Report report_with_every_plot() {
  Report report{.title = "every plot"};
  LinePlot line;
  line.series.push_back(
      {.name = "a", .x = {1, 2}, .y = {0.5, 0.25}, .low = {0, 0}, .high = {1, 1}});
  line.series.push_back({.name = "b", .x = {3}, .y = {4}, .points = true});
  line.rules.push_back({PlotRule::Along::kY, 0.1, "noise"});
  report.plots.push_back({.key = "line", .title = "A line", .text = "it falls", .shape = line});
  BarPlot bars{.labels = {"x", "y"}, .groups = {{.name = "count", .y = {3, 4}}}};
  report.plots.push_back({.key = "bars", .shape = bars});
  ScatterPlot scatter;
  scatter.panels.push_back({.title = "before", .x = {0, 1}, .y = {2, 3}});
  scatter.panels.push_back({.title = "after", .x = {4, 5}, .y = {6, 7}});
  scatter.color = {0, -1};
  scatter.color_names = {"red, or so"};
  scatter.links = {{0, 1}};
  report.plots.push_back({.key = "scatter", .shape = scatter});
  Section& child = report.add({.key = "child"});
  child.plots.push_back(
      {.key = "heat", .shape = HeatPlot{.rows = {"r"}, .columns = {"c", "d"}, .values = {1, 2}}});
  child.plots.push_back(
      {.key = "tree", .shape = TreePlot{.leaves = {"p", "q"}, .merges = {{0, 1, 2.5}}, .cut = 1}});
  child.plots.push_back(
      {.key = "faces",
       .shape =
           PicturePlot{.width = 2, .height = 1, .pictures = {{.title = "f", .grey = {0, 9}}}}});
  return report;
}

}  // namespace germane::testing
