// The plots of `evaluate` and its kin.
#pragma once

#include "germane/commands/scores.h"
#include "germane/evaluate/ranking.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace germane {

// How much each score of the other results is more than that of the first, with intervals; nothing
// where no differences were looked at. Only scores that are shares: others have other units.
std::optional<Plot> differences_plot(const std::vector<Result>& results);

// The share of right answers among the first, and of the right rows that are found, by rank: a line
// for each result. Nothing for lists of one answer.
std::vector<Plot> ranking_plots(
    const std::vector<std::pair<std::string, const RankingScores*>>& results);

}  // namespace germane
