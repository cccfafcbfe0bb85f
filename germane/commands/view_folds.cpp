#include "germane/commands/view_folds.h"

#include "germane/base/error.h"
#include "germane/learn/view_correlations.h"

#include <algorithm>

namespace germane {
namespace {

std::vector<double> ridges_to_try(const ViewSample& sample, bool per_object) {
  std::vector<double> ridges = {1e-4, 1e-3, 1e-2, 0.1, 1.0};
  if (!per_object) ridges.insert(ridges.begin(), 0.0);
  for (const ViewColumns& view : sample.views)
    if (!per_object && view.given > 0) {  // a share of many columns' mean is little of the whole
      ridges.insert(ridges.end(), {10.0, 100.0});
      break;
    }
  return ridges;
}

}  // namespace

std::optional<Matrix> held_out_correlations(const ViewSetup& setup, const ViewSamples& samples,
                                            const ViewOptions& options,
                                            const Execution& execution) {
  if (samples.training.empty()) return std::nullopt;
  Matrix sum;
  double weight = 0;
  try {
    for (std::size_t fold = 0; fold < samples.training.size(); ++fold) {
      execution.stop_if_requested();
      const Learned<ViewMaps> learned = setup.learn(samples.training[fold], options);
      const ViewSample& rest = samples.held_out[fold];
      const Matrix found = correlations(learned.map, rest);
      if (sum.size() == 0) sum = Matrix::Zero(found.rows(), found.cols());
      const Index kept = std::min(sum.cols(), found.cols());  // a fold may lose rank
      const auto objects = static_cast<double>(rest.objects());
      sum = sum.leftCols(kept).eval() + objects * found.leftCols(kept);
      weight += objects;
    }
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const NumericalError&) {
    return std::nullopt;
  }
  return sum / weight;
}

std::vector<RidgeTrial> try_ridges(const ViewSetup& setup, const ViewSamples& samples,
                                   const ViewOptions& options, const Execution& execution) {
  std::vector<RidgeTrial> trials;
  for (const double ridge : ridges_to_try(samples.all, options.per_object)) {
    ViewOptions trial = options;
    trial.ridge = ridge;
    const std::optional<Matrix> found = held_out_correlations(setup, samples, trial, execution);
    trials.push_back({ridge, {}});
    if (found) trials.back().score = found->sum() / static_cast<double>(found->rows());
  }
  return trials;
}

const RidgeTrial* best_trial(const std::vector<RidgeTrial>& trials) {
  const RidgeTrial* best = nullptr;
  for (const RidgeTrial& trial : trials)
    if (trial.score && (!best || *trial.score > *best->score)) best = &trial;
  return best;
}

}  // namespace germane
