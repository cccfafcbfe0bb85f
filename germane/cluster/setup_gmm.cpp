#include "germane/base/text.h"
#include "germane/cluster/constrained_gmm.h"
#include "germane/cluster/gmm.h"
#include "germane/cluster/mixture_pass.h"
#include "germane/cluster/mixture_rule.h"
#include "germane/cluster/setups.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

Value::List list_of(const Vector& numbers) { return {numbers.begin(), numbers.end()}; }

// Over components and columns, the ridge included.
double mean_variance(const Mixture& mixture) {
  if (mixture.covariances.empty()) return mixture.variances.mean();
  double sum = 0;
  for (const Matrix& covariance : mixture.covariances) sum += covariance.diagonal().mean();
  return sum / static_cast<double>(mixture.covariances.size());
}

void describe_fit(const MixtureFit& fit, const std::vector<Index>& sizes, Index rows,
                  const MixtureOptions& options, Summary& summary) {
  const Index k = fit.mixture.components(), d = fit.mixture.columns();
  summary.fact("log_likelihood", fit.log_likelihood)
      .fact("weights", list_of(fit.mixture.weights))
      .fact("iterations", fit.iterations)
      .fact("converged", fit.converged);
  if (fit.streamed)
    summary.notes.push_back(fmt::format(
        "the rows take more than --memory: they were read for every update, and starts were found "
        "on {} of them",
        with_thousands(fit.start_rows)));
  const auto refused =
      std::count_if(fit.restart_log_likelihood.begin(), fit.restart_log_likelihood.end(),
                    [](double value) { return std::isnan(value); });
  if (refused > 0)
    summary.warnings.push_back(
        fmt::format("{} of {} met a singular covariance and were dropped; a larger --ridge or "
                    "fewer components avoid it",
                    refused, counted(options.restarts, "start")));
  if (!fit.converged)
    summary.warnings.emplace_back(
        "not converged: the log-likelihood still changes; raise --iterations or --tolerance");
  const bool ridge_rules = options.ridge > 0.5 * mean_variance(fit.mixture);
  if (ridge_rules)
    summary.warnings.push_back(
        fmt::format("--ridge {} is most of the components' variance: clusters nearer than its root "
                    "are not told apart; lower it, or multiply the columns by a constant",
                    shortest(options.ridge)));
  else if (fit.worsened > 0)
    summary.warnings.push_back(
        fmt::format("the log-likelihood fell in {} of {}: --ridge {} rivals the variances of the "
                    "rows; lower it, or multiply the columns by a constant",
                    fit.worsened, counted(fit.iterations, "update"), shortest(options.ridge)));
  const auto empty = std::count(sizes.begin(), sizes.end(), Index{0});
  if (empty > 0 && !ridge_rules)
    summary.warnings.push_back(fmt::format(
        "{} of {} components are no row's most probable one; pass a smaller --k", empty, k));
  if (fit.passed_over > 0)
    summary.notes.push_back(
        fmt::format("{} of {} starts were passed over: their log-likelihoods are larger, but some "
                    "component has fewer rows than its covariance needs, so that they rest on "
                    "--ridge {}",
                    fit.passed_over, with_thousands(options.restarts), shortest(options.ridge)));
  // A covariance needs more rows than columns to have full rank by itself.
  const bool tied = fit.mixture.covariance == Covariance::kTied;
  const double fewest = tied ? static_cast<double>(rows) : fit.fewest_rows;
  if (fit.rests_on_ridge() || (tied && rows <= d))
    summary.warnings.push_back(fmt::format(
        "a component has {} rows for {}: its covariance rests on --ridge {}; pass --covariance "
        "diagonal, or tied, or fewer components",
        significant(fewest), counted(d, "column"), shortest(options.ridge)));
}

Clustering gmm_of(const ClusterTask& task, const GmmOptions& options) {
  GmmClusters found = cluster_gmm(task.rows, options, task.execution, task.share);
  Clustering clustering;
  describe_fit(found.fit, found.sizes, task.share.all(task.rows.rows()), options.fit,
               clustering.summary);
  clustering.summary.fact("bic", found.bic).fact("aic", found.aic);
  if (!found.tried_bic.empty()) {
    clustering.summary.fact("bic_by_k",
                            Value::List(found.tried_bic.begin(), found.tried_bic.end()));
    clustering.summary.notes.push_back(fmt::format("k = {}, which has the smallest BIC of 1 to {}",
                                                   found.fit.mixture.components(),
                                                   found.tried_bic.size()));
    if (static_cast<Index>(found.tried_bic.size()) == found.fit.mixture.components() &&
        found.fit.mixture.components() == options.k_most)
      clustering.summary.warnings.emplace_back(
          "the largest number of components tried is the best one; raise --k-most");
  }
  if (task.posteriors)
    clustering.posteriors = component_posteriors(task.rows, found.fit.mixture, task.execution);
  clustering.cluster = std::move(found.cluster);
  clustering.sizes = std::move(found.sizes);
  clustering.rule = std::make_shared<MixtureRule>(std::move(found.fit.mixture));
  return clustering;
}

Clustering constrained_gmm_of(const ClusterTask& task, const ConstrainedGmmOptions& options) {
  ConstrainedGmmClusters found =
      cluster_constrained_gmm(task.rows, task.side, task.ids, options, task.execution);
  Clustering clustering;
  Summary& summary = clustering.summary;
  describe_fit(found.fit, found.sizes, task.rows.rows(), options.fit, summary);
  summary.fact("chunklets", found.chunklets)
      .fact("hinted_rows", found.hinted_rows)
      .fact("broken_links", found.broken_links);
  if (found.hinted_rows == 0)
    summary.warnings.emplace_back("no side-information was given: this is plain gmm");
  if (found.groups > 0) {
    summary.fact("exact_groups", found.groups - found.approximate)
        .fact("approximate_groups", found.approximate);
    if (found.approximate > 0)
      summary.warnings.push_back(fmt::format(
          "cannot-links of {} of {} of chunklets would need tables above --exact-states {}: there "
          "posteriors and log-likelihood are by loopy belief propagation, not exact",
          found.approximate, counted(found.groups, "group"), options.exact_states));
    else
      summary.notes.push_back(
          fmt::format("cannot-links are summed over exactly, in tables of up to {} numbers",
                      with_thousands(static_cast<Index>(found.largest_table))));
  }
  if (found.broken_links > 0)
    summary.warnings.push_back(fmt::format("{} inside a cluster; raise --exact-states or --k",
                                           counted(found.broken_links, "cannot-link")));
  if (task.posteriors) {
    clustering.posteriors = component_posteriors(task.rows, found.fit.mixture, task.execution);
    for (std::size_t i = 0; i < found.hinted.size(); ++i)
      clustering.posteriors.row(found.hinted[i]) =
          found.hinted_posteriors.row(static_cast<Index>(i));
  }
  clustering.cluster = std::move(found.cluster);
  clustering.sizes = std::move(found.sizes);
  clustering.rule = std::make_shared<MixtureRule>(std::move(found.fit.mixture));
  return clustering;
}

}  // namespace

ClusterSetup set_up_gmm() {
  return setup_of<GmmOptions>(gmm_of, "k",
                              "cluster gmm: how many components? pass --k N, or --k auto");
}

ClusterSetup set_up_constrained_gmm() {
  return setup_of<ConstrainedGmmOptions>(
      constrained_gmm_of, "k", "cluster constrained-gmm: how many components? pass --k N");
}

}  // namespace germane
