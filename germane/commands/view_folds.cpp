#include "germane/commands/view_folds.h"

#include "germane/base/error.h"
#include "germane/learn/view_correlations.h"

#include <algorithm>
#include <cmath>

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

// Learns without each fold and looks at what was held out: visit(maps, training, held out). False
// when there are no folds, or some fold cannot be learned without.
template <class Visit>
bool over_folds(const ViewSetup& setup, const ViewSamples& samples, const ViewOptions& options,
                const Execution& execution, const Visit& visit) {
  try {
    for (std::size_t fold = 0; fold < samples.training.size(); ++fold) {
      execution.stop_if_requested();
      const Learned<ViewMaps> learned = setup.learn(samples.training[fold], options);
      visit(learned.map, samples.training[fold], samples.held_out[fold]);
    }
  } catch (const InputError&) {
    return false;
  } catch (const NumericalError&) {
    return false;
  }
  return !samples.training.empty();
}

}  // namespace

std::optional<Matrix> held_out_correlations(const ViewSetup& setup, const ViewSamples& samples,
                                            const ViewOptions& options,
                                            const Execution& execution) {
  Matrix sum, weight;
  const bool done =
      over_folds(setup, samples, options, execution,
                 [&](const ViewMaps& maps, const ViewSample&, const ViewSample& rest) {
                   const Matrix found = correlations(maps, rest);
                   if (sum.size() == 0) sum = weight = Matrix::Zero(found.rows(), found.cols());
                   const Index kept = std::min(sum.cols(), found.cols());  // a fold may lose rank
                   sum.conservativeResize(Eigen::NoChange, kept);
                   weight.conservativeResize(Eigen::NoChange, kept);
                   const auto objects = static_cast<double>(rest.objects());
                   for (Index k = 0; k < kept; ++k)
                     for (Index pair = 0; pair < found.rows(); ++pair)
                       if (!std::isnan(found(pair, k))) {
                         sum(pair, k) += objects * found(pair, k);
                         weight(pair, k) += objects;
                       }
                 });
  if (!done) return std::nullopt;
  return sum.cwiseQuotient(weight);
}

std::optional<std::vector<PredictionError>> held_out_predictions(
    const ViewSetup& setup, const ViewSamples& samples, const ViewOptions& options,
    const std::vector<std::pair<std::size_t, std::size_t>>& pairs, const Execution& execution) {
  std::vector<PredictionError> errors(pairs.size());
  const bool done =
      over_folds(setup, samples, options, execution,
                 [&](const ViewMaps& maps, const ViewSample& training, const ViewSample& rest) {
                   for (std::size_t i = 0; i < pairs.size(); ++i) {
                     const auto [from, to] = pairs[i];
                     errors[i] += prediction_error(rest, maps, from, to,
                                                   predict_view(training, maps, from, to));
                   }
                 });
  if (!done) return std::nullopt;
  return errors;
}

std::vector<RidgeTrial> try_ridges(const ViewSetup& setup, const ViewSamples& samples,
                                   const ViewOptions& options, const Execution& execution) {
  std::vector<RidgeTrial> trials;
  for (const double ridge : ridges_to_try(samples.all, options.per_object)) {
    ViewOptions trial = options;
    trial.ridge = ridge;
    const std::optional<Matrix> found = held_out_correlations(setup, samples, trial, execution);
    trials.push_back({ridge, {}});
    if (found)  // scores that do not vary agree in nothing
      trials.back().score =
          found->array().isNaN().select(0.0, *found).sum() / static_cast<double>(found->rows());
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
