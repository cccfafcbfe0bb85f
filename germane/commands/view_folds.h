// How well what is learned from some objects holds for others, and the ridge that does best.
#pragma once

#include "germane/base/parallel.h"
#include "germane/commands/view_samples.h"
#include "germane/learn/predict_view.h"
#include "germane/learn/view_catalog.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace germane {

// Mean over folds of the correlations of objects that were not learned from: a row for each pair of
// views, NaN where scores do not vary in any fold; nothing when there are no folds, or some fold
// cannot be learned without.
std::optional<Matrix> held_out_correlations(const ViewSetup& setup, const ViewSamples& samples,
                                            const ViewOptions& options, const Execution& execution);

// How well views are told from others, of objects that were not learned from; nothing as above.
// `pairs`: (from, to), by the numbers of the views.
std::optional<std::vector<PredictionError>> held_out_predictions(
    const ViewSetup& setup, const ViewSamples& samples, const ViewOptions& options,
    const std::vector<std::pair<std::size_t, std::size_t>>& pairs, const Execution& execution);

struct RidgeTrial {
  double ridge = 0;
  std::optional<double> score;  // the mean over pairs of views of the summed correlations held out
};

// Every ridge that `auto` tries.
std::vector<RidgeTrial> try_ridges(const ViewSetup& setup, const ViewSamples& samples,
                                   const ViewOptions& options, const Execution& execution);

// The best of them, the first of equals; null when none could be tried.
const RidgeTrial* best_trial(const std::vector<RidgeTrial>& trials);

}  // namespace germane
