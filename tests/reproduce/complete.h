// Whether what an experiment found can be shown: tables whose rows are as long as their heads,
// plots with a value for every mark.
#pragma once

#include "germane/report/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace germane::testing {

// What a plot must hold to be drawn.
inline void expect_drawable(const Plot& plot) {
  EXPECT_FALSE(plot.key.empty() || plot.title.empty() || plot.text.empty());
  const auto expect_series = [&](const PlotSeries& series, std::size_t length) {
    EXPECT_EQ(series.y.size(), length) << plot.key;
    EXPECT_TRUE(series.low.empty() || series.low.size() == length) << plot.key;
    EXPECT_EQ(series.low.size(), series.high.size()) << plot.key;
    for (const double y : series.y) EXPECT_TRUE(std::isfinite(y)) << plot.key;
  };
  if (const auto* lines = std::get_if<LinePlot>(&plot.shape))
    for (const PlotSeries& series : lines->series) expect_series(series, series.x.size());
  if (const auto* bars = std::get_if<BarPlot>(&plot.shape))
    for (const PlotSeries& series : bars->groups) expect_series(series, bars->labels.size());
  if (const auto* heat = std::get_if<HeatPlot>(&plot.shape)) {
    EXPECT_EQ(heat->values.size(), heat->rows.size() * heat->columns.size());
  }
  if (const auto* pictures = std::get_if<PicturePlot>(&plot.shape)) {
    EXPECT_FALSE(pictures->pictures.empty()) << plot.key;
    for (const PicturePlot::Picture& picture : pictures->pictures)
      EXPECT_EQ(picture.grey.size(), pictures->width * pictures->height) << picture.title;
  }
  if (const auto* scatter = std::get_if<ScatterPlot>(&plot.shape))
    for (const ScatterPlot::Panel& panel : scatter->panels) {
      EXPECT_EQ(panel.x.size(), scatter->color.size());
      EXPECT_EQ(panel.y.size(), scatter->color.size());
      for (const auto& [a, b] : scatter->links) EXPECT_LT(std::max(a, b), panel.x.size());
    }
}

inline void expect_complete(const Section& section) {
  for (const ReportTable& table : section.tables) {
    EXPECT_FALSE(table.rows.empty()) << table.key;
    for (const std::vector<Value>& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  }
  for (const Plot& plot : section.plots) expect_drawable(plot);
  for (const Section& child : section.sections) expect_complete(child);
}

}  // namespace germane::testing
