// The plots of `pairs`.
#pragma once

#include "germane/commands/pair_scores.h"
#include "germane/evaluate/det_curve.h"
#include "germane/report/plot.h"

#include <optional>

namespace germane {

// How scores of both kinds of pairs are spread, and the threshold between them.
Plot score_spread_plot(const PairScores& scores, PairScore score, std::optional<double> threshold);

// At every threshold, what is wrong of either kind; on logarithmic axes, rates of 0 as half an
// error.
Plot error_trade_off_plot(const std::vector<DetPoint>& curve, Index same, Index different,
                          double equal_error, const std::optional<ErrorRates>& at_threshold);

}  // namespace germane
