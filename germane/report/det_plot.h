// The detection error trade-off as a picture: one SVG text that stands by itself.
#pragma once

#include "germane/evaluate/det_curve.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

struct DetPlotCurve {
  std::string name;                           // for the legend
  std::vector<DetPoint> curve;                // thin()ned for a file of decent size
  double equal_error = 0;                     // marked by a ring
  std::optional<ErrorRates> operating_point;  // at the threshold in use: marked by a diamond
};

// Probit axes from 0.1 % (less where the rates are that fine) to 50 % (more where a curve needs
// it); what lies beyond is drawn on the edge. Light or dark as the reader's system is; no scripts,
// fonts or other files are loaded. At least one curve.
std::string det_plot(const std::string& title, const std::vector<DetPlotCurve>& curves);

}  // namespace germane
