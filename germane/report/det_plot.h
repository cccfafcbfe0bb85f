// The detection error trade-off as a picture: one SVG text that stands by itself.
#pragma once

#include "germane/evaluate/det_curve.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

struct DetPlotCurve {
  std::string name;             // for the legend
  std::vector<DetPoint> curve;  // thin()ned for a file of decent size
  Index same = 1;               // pairs: what rates they can tell from 0
  Index different = 1;
  double equal_error = 0;                     // marked by a ring
  std::optional<ErrorRates> operating_point;  // at the threshold in use: marked by a diamond
};

// Probit axes, each down to what its pairs can tell, as far as the curve goes: a rate of 0 in n
// pairs is drawn as half an error, 1 / (2 n) (but none below 0.001 %), and a little inside the
// frame. They end at 50 %, or, where a mark needs it, near 100 %; what lies beyond is cut off.
// Light or dark as the reader's system is; no scripts, fonts or other files are loaded. At least
// one curve.
std::string det_plot(const std::string& title, const std::vector<DetPlotCurve>& curves);

}  // namespace germane
