// The plots of `loadings`.
#pragma once

#include "germane/linalg/matrix.h"
#include "germane/report/plot.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

// Features of one component, the largest in magnitude first.
struct ComponentBars {
  std::string view;  // "" = the model has one table
  Index component = 0;
  bool loadings = false;  // what is drawn are correlations with the score; else weights
  std::vector<std::string> features;
  std::vector<double> values;
  std::vector<double> low, high;  // empty: no intervals
};
Plot component_bars_plot(const ComponentBars& bars);

struct CircleView {
  std::string name;
  std::vector<std::string> features;
  const Matrix* loadings;  // components x features
};

// The correlation circle: every feature at its correlations with the first two components, by view;
// of very many features those nearest to the circle. Nothing unless there are two components.
std::optional<Plot> correlation_circle_plot(const std::vector<CircleView>& views);

}  // namespace germane
