#include "germane/report/plot_value.h"

#include "tests/report/plots_for_tests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace germane {

namespace {

std::string json_of(const Plot& plot) { return to_json(plot_value(plot)); }

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(PlotValue, WorkedExamples) {
  const Report report = testing::report_with_every_plot();
  EXPECT_EQ(
      json_of(report.plots[0]),
      R"({"key":"line","title":"A line","text":"it falls","x_label":"","y_label":"",)"
      R"("shape":{"kind":"line","series":[)"
      R"({"name":"a","x":[1.0,2.0],"y":[0.5,0.25],"low":[0.0,0.0],"high":[1.0,1.0],"points":false},)"
      R"({"name":"b","x":[3.0],"y":[4.0],"low":[],"high":[],"points":true}],)"
      R"("rules":[{"along":"y","at":0.1,"label":"noise"}],"log_x":false,"log_y":false}})");
  EXPECT_TRUE(holds(json_of(report.plots[1]), R"("kind":"bars","labels":["x","y"])"));
  EXPECT_TRUE(holds(json_of(report.plots[2]), R"("color":[0,-1],"color_names":["red, or so"])"));
  EXPECT_TRUE(holds(json_of(report.plots[2]), R"("links":[[0,1]])"));
  EXPECT_TRUE(holds(json_of(report.plots[2]), R"("circle":false)"));
  EXPECT_TRUE(holds(json_of({.shape = ScatterPlot{.circle = true}}), R"("circle":true)"));
  const Section& child = report.sections[0];
  EXPECT_TRUE(holds(json_of(child.plots[0]), R"("kind":"heat","rows":["r"],"columns":["c","d"])"));
  EXPECT_TRUE(holds(json_of(child.plots[1]), R"("merges":[{"left":0,"right":1,"height":2.5}])"));
  EXPECT_TRUE(holds(json_of(child.plots[2]), R"("width":2,"height":1,"pictures":[{"title":"f")"));
}

TEST(PlotValue, ScattersAreRoundedToAMillionthOfTheirSpan) {
  const double third = 1.0 / 3, large = 1e9;
  ScatterPlot scatter;
  scatter.panels.push_back({.x = {0, third, 10}, .y = {large, large + third, large + 1}});
  scatter.panels.push_back({.x = {5, 5, 5}, .y = {-1e308, 0, 1e308}});
  scatter.panels.push_back({.x = {0, NAN, 1}, .y = {0, INFINITY, third}});
  scatter.color = {-1, -1, -1};
  const std::string json = json_of({.key = "s", .shape = scatter});
  EXPECT_TRUE(holds(json, R"("x":[0.0,0.33333,10.0])")) << json;
  EXPECT_TRUE(holds(json, R"("y":[1000000000.0,1000000000.333333,1000000001.0])")) << json;
  EXPECT_TRUE(holds(json, R"("x":[5.0,5.0,5.0])")) << json;
  EXPECT_TRUE(holds(json, R"("y":[-1e+308,0.0,1e+308])")) << json;
  EXPECT_TRUE(holds(json, R"("x":[0.0,null,1.0])")) << json;
}

}  // namespace
}  // namespace germane
