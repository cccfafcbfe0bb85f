#include "germane/cluster/gmm.h"

#include "germane/base/error.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/mixture_pass.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

// The number of components with the smallest BIC, of equal ones the smaller. What cannot be fitted
// (fewer different rows, singular covariances) ends the search if something could.
MixtureFit fit_by_bic(const FitRows& rows, const GmmOptions& options, std::vector<double>& tried,
                      const Execution& execution) {
  const Index n = rows.all();
  MixtureFit best;
  double least = std::numeric_limits<double>::infinity();
  for (Index k = 1; k <= std::min<Index>(options.k_most, std::max<Index>(n, 1)); ++k) {
    MixtureFit fit;
    try {
      fit = fit_mixture(rows, k, options.fit, nullptr, execution);
    } catch (const Interrupted&) {
      throw;
    } catch (const Error&) {
      if (k == 1) throw;
      break;
    }
    tried.push_back(bic_of(fit, n));
    if (tried.back() >= least) continue;
    least = tried.back();
    best = std::move(fit);
  }
  return best;
}

}  // namespace

double bic_of(const MixtureFit& fit, Index rows) {
  return -2 * fit.log_likelihood +
         static_cast<double>(fit.mixture.free_parameters()) * std::log(static_cast<double>(rows));
}

double aic_of(const MixtureFit& fit) {
  return -2 * fit.log_likelihood + 2 * static_cast<double>(fit.mixture.free_parameters());
}

GmmClusters cluster_gmm(const RowSource& source, const GmmOptions& options,
                        const Execution& execution, const Share& share) {
  check_options(options);
  const FitRows rows(source, options.fit.memory, execution, share);
  GmmClusters result;
  result.fit = options.k.is("auto")
                   ? fit_by_bic(rows, options, result.tried_bic, execution)
                   : fit_mixture(rows, options.k.number, options.fit, nullptr, execution);
  const Index k = result.fit.mixture.components();
  result.cluster = most_probable_components(rows.rows(), result.fit.mixture, execution);
  const std::vector<Index> number = numbers_by_first_row(result.cluster, k, share);
  renumber(result.cluster, number);
  result.fit.mixture = reordered(result.fit.mixture, number);
  result.sizes = cluster_sizes(result.cluster, k, share);
  result.bic = bic_of(result.fit, rows.all());
  result.aic = aic_of(result.fit);
  return result;
}

}  // namespace germane
