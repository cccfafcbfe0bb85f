// The plots of `pairs` and `evaluate pairs`.
#pragma once

#include "germane/report/det_plot.h"
#include "germane/report/plot.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

// How scores of both kinds of pairs are spread, and the threshold between them. `score`: its name.
Plot score_spread_plot(const std::vector<double>& same, const std::vector<double>& different,
                       const std::string& score, Alike alike, std::optional<double> threshold);

// At every threshold, what is wrong of either kind; on logarithmic axes, rates of 0 as half an
// error. Names of curves matter where there are several.
Plot error_trade_off_plot(const std::vector<DetPlotCurve>& curves);

}  // namespace germane
