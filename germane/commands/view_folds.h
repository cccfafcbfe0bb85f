// How well what is learned from some objects holds for others, and the ridge that does best.
#pragma once

#include "germane/base/parallel.h"
#include "germane/commands/view_samples.h"
#include "germane/learn/view_catalog.h"

#include <optional>
#include <vector>

namespace germane {

// Mean over folds of the correlations of objects that were not learned from: a row for each pair of
// views; nothing when there are no folds, or some fold cannot be learned without.
std::optional<Matrix> held_out_correlations(const ViewSetup& setup, const ViewSamples& samples,
                                            const ViewOptions& options, const Execution& execution);

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
