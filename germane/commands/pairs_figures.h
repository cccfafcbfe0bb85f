// What scores of same and different pairs come to: figures of a report, the calibration that makes
// them decisions, and the plot.
#pragma once

#include "germane/commands/pair_scores.h"
#include "germane/evaluate/verification.h"
#include "germane/model/calibration.h"
#include "germane/report/report.h"

#include <optional>
#include <string>

namespace germane {

// Fitted to the pairs of known kind. `notes` gets what there is to know of the fit. Throws
// NumericalError when the scores say nothing, so that no threshold is of use.
Calibration calibrate(const PairScores& scores, PairScore score, const DetectionCost& cost,
                      std::vector<std::string>& notes);

// The cost of the log-likelihood ratio when every fifth pair is read by the line that was fitted to
// the others. Nothing when a kind has fewer than two pairs; fewer folds where it has fewer than
// five.
std::optional<double> cross_fitted_cllr(const PairScores& scores, PairScore score, double prior);

// Of both kinds, at the calibration's threshold for this cost.
struct PairFigures {
  Section section;
  std::string plot;  // SVG; "" unless it was asked for
};
// Takes the scores, as sorting a copy would double the memory. `calibration`: none = no decisions.
// `plots`: the section has them too.
PairFigures figures_of(PairScores scores, PairScore score, const DetectionCost& cost,
                       const std::optional<Calibration>& calibration, const std::string& plot_title,
                       bool plots);

// The score from which pairs are accepted, for costs that need not be the calibration's own.
double threshold_for(const Calibration& calibration, const DetectionCost& cost);

// As describe shows it.
Section calibration_section(const Calibration& calibration);

}  // namespace germane
