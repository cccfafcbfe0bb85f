#include "germane/learn/rca.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/discriminant.h"
#include "germane/linalg/roots.h"

namespace germane {
namespace {

// How much less each principal direction of C counts after whitening [BarHillelTR03, eq. 16]: the
// largest and the smallest tell what the metric changes.
void report_weights(const Spectrum& spectrum, Summary& summary) {
  if (spectrum.rank == 0) return;
  const auto values = spectrum.pairs.values.head(spectrum.rank);
  const double mean = values.mean();
  summary.fact("strongest_damping", values[0] / mean)
      .fact("strongest_boost", mean / values[spectrum.rank - 1]);
}

}  // namespace

Learned<LinearMap> learn_rca(const Statistics& statistics, const RcaOptions& options,
                             std::optional<double> ledoit_wolf) {
  check_options(options);
  const Index d = statistics.width();
  if (!options.dimensions.is_word() && options.dimensions.number > d)
    throw InputError("learn rca: dimensions = {}: must be at most {}, the number of columns",
                     options.dimensions.number, d);
  Learned<LinearMap> learned;
  const bool all = options.dimensions.is_word() || options.dimensions.number == d;
  const WithinCovariance within =
      within_covariance(statistics, options.within, ledoit_wolf, "learn rca",
                        all ? WithinUse::kRoot : WithinUse::kDirections, learned.summary);
  const Moments& total = within.total;

  learned.map.columns = statistics.columns;
  learned.map.center = total.mean;
  if (all) {
    // The symmetric root where no dimension is lost; the root of the subspace where PCA dropped
    // some.
    learned.map.map = within.lift(inverse_root(within.spectrum));
  } else {
    if (!total.has_scatter())
      throw InputError(
          "learn rca: dimensions = {} needs the total scatter; gather the statistics "
          "with --scatter total",
          options.dimensions.number);
    Discriminant best =
        discriminate(total.scatter / total.weight, within, options.dimensions.number);
    learned.map.map = std::move(best.map);
    const Vector kept = best.ratios.head(learned.map.map.rows());
    learned.summary.fact("variance_ratios", Value::List(kept.begin(), kept.end()));
    if (learned.map.outputs() < options.dimensions.number)
      learned.summary.warnings.push_back(fmt::format("{} dimensions asked for, {} have spread",
                                                     options.dimensions.number,
                                                     learned.map.outputs()));
  }
  report_weights(within.spectrum, learned.summary);
  learned.summary.fact("dimensions", learned.map.outputs());
  return learned;
}

}  // namespace germane
