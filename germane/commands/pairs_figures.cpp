#include "germane/commands/pairs_figures.h"

#include "germane/base/error.h"
#include "germane/commands/plots_pairs.h"
#include "germane/evaluate/calibration.h"

#include <algorithm>

namespace germane {
namespace {

constexpr std::size_t kFolds = 5;
constexpr std::size_t kPlotPoints = 2000;

ScoreLine line_of(const Calibration& calibration) {
  return {calibration.offset, calibration.slope};
}

// Every `folds`-th pair from `fold` on, or all the others.
std::vector<double> part(const std::vector<double>& scores, std::size_t fold, std::size_t folds,
                         bool held_out) {
  std::vector<double> chosen;
  for (std::size_t i = 0; i < scores.size(); ++i)
    if ((i % folds == fold) == held_out) chosen.push_back(scores[i]);
  return chosen;
}

}  // namespace

Calibration calibrate(const PairScores& scores, PairScore score, const DetectionCost& cost,
                      std::vector<std::string>& notes) {
  const FittedLine line =
      fit_score_line(scores.same, scores.different, alike_by(score), cost.effective_prior());
  if (line.slope == 0)
    throw NumericalError(
        "--calibrate: the {} of same pairs is on the whole no {} than that of different pairs, so "
        "a threshold would accept all or none; try another --score, or learn another model",
        name_of(score), alike_by(score) == Alike::kSmaller ? "smaller" : "larger");
  if (line.separates)
    notes.emplace_back(
        "a threshold separates these pairs without an error, which leaves open how sure a score "
        "is: it is taken to be no surer than so many pairs can show");
  if (!line.converged)
    notes.push_back(fmt::format(
        "the fit of the line stopped after {} passes before it had converged", line.passes));
  return {.score = name_of(score),
          .offset = line.offset,
          .slope = line.slope,
          .prior = cost.prior,
          .cost_miss = cost.cost_miss,
          .cost_accept = cost.cost_accept,
          .threshold = line.score_at(cost.threshold(), alike_by(score)),
          .same = static_cast<Index>(scores.same.size()),
          .different = static_cast<Index>(scores.different.size())};
}

std::optional<double> cross_fitted_cllr(const PairScores& scores, PairScore score, double prior) {
  const std::size_t folds = std::min({kFolds, scores.same.size(), scores.different.size()});
  if (folds < 2) return std::nullopt;
  PairScores read;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const ScoreLine line =
        fit_score_line(part(scores.same, fold, folds, false),
                       part(scores.different, fold, folds, false), alike_by(score), prior);
    for (const auto& [from, to] :
         {std::pair(&scores.same, &read.same), std::pair(&scores.different, &read.different)})
      for (const double held_out : part(*from, fold, folds, true)) to->push_back(line(held_out));
  }
  return cllr(read.same, read.different);
}

double threshold_for(const Calibration& calibration, const DetectionCost& cost) {
  const bool own = cost.prior == calibration.prior && cost.cost_miss == calibration.cost_miss &&
                   cost.cost_accept == calibration.cost_accept;
  return own ? calibration.threshold : (cost.threshold() - calibration.offset) / calibration.slope;
}

PairFigures figures_of(PairScores scores, PairScore score, const DetectionCost& cost,
                       const std::optional<Calibration>& calibration, const std::string& plot_title,
                       bool plots) {
  Section section{.key = "scores",
                  .title = "how well the " + std::string(name_of(score)) +
                           " tells same pairs from different ones"};
  std::optional<double> raw_cllr, calibrated_cllr;
  if (score == PairScore::kLlr) raw_cllr = cllr(scores.same, scores.different);
  if (calibration) calibrated_cllr = cllr(scores.same, scores.different, line_of(*calibration));
  if (plots)
    section.plots.push_back(score_spread_plot(
        scores.same, scores.different, name_of(score), alike_by(score),
        calibration ? std::optional(threshold_for(*calibration, cost)) : std::nullopt));
  const RankedPairs ranked(std::move(scores.same), std::move(scores.different), alike_by(score));
  const VerificationScores found = score_verification(ranked);
  const LeastCost least = least_cost(ranked, cost);
  section.fact("auc", found.auc, "a same pair looks more alike than a different one this often");
  section.fact("equal_error", found.equal_error, "where as many of both kinds are wrong");
  section.fact("min_dcf", least.cost, "least cost of any threshold; 1 = no better than none");
  std::optional<ErrorRates> rates;
  if (calibration) {
    const double threshold = threshold_for(*calibration, cost);
    rates = ranked.at(threshold);
    section.fact("threshold", threshold,
                 alike_by(score) == Alike::kSmaller ? "up to this a pair is accepted as same"
                                                    : "from this on a pair is accepted as same");
    section.fact("same_refused", rates->refused, "of the same pairs, at the threshold");
    section.fact("different_accepted", rates->accepted, "of the different pairs, at the threshold");
    section.fact("dcf", cost.of(*rates), "cost at the threshold");
    section.fact("cllr", *calibrated_cllr,
                 "bits a pair, of the calibrated score; 1 = says nothing");
  }
  if (raw_cllr) section.fact("cllr_of_llr", *raw_cllr, "of the ratio as the model gives it");
  PairFigures figures{std::move(section), ""};
  if (!plots && plot_title.empty()) return figures;
  const std::vector<DetPlotCurve> curves{{name_of(score), det_curve(ranked, kPlotPoints),
                                          ranked.same(), ranked.different(), found.equal_error,
                                          rates}};
  if (plots) figures.section.plots.push_back(error_trade_off_plot(curves));
  if (!plot_title.empty()) figures.plot = det_plot(plot_title, curves);
  return figures;
}

Section calibration_section(const Calibration& calibration) {
  Section section{.key = "calibration", .title = "how pairs are decided"};
  section.fact("score", calibration.score);
  section.fact("threshold", calibration.threshold,
               calibration.slope < 0 ? "up to this a pair is accepted as same"
                                     : "from this on a pair is accepted as same");
  section.fact("prior", calibration.prior, "share of same pairs it is for");
  section.fact("cost_miss", calibration.cost_miss, "of refusing a same pair");
  section.fact("cost_accept", calibration.cost_accept, "of accepting a different pair");
  section.fact("offset", calibration.offset, "log-likelihood ratio = offset + slope * score");
  section.fact("slope", calibration.slope);
  section.fact("same_pairs", calibration.same, "fitted to");
  section.fact("different_pairs", calibration.different, "fitted to");
  return section;
}

}  // namespace germane
