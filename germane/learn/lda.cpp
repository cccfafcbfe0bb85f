#include "germane/learn/lda.h"

#include "germane/base/error.h"
#include "germane/learn/discriminant.h"

#include <algorithm>

namespace germane {

Learned<LinearMap> learn_lda(const Statistics& statistics, const LdaOptions& options,
                             std::optional<double> ledoit_wolf) {
  check_options(options);
  const Index d = statistics.width();
  const Index classes = statistics.chunklets.chunklets;
  if (classes == 1)
    throw InputError(
        "learn lda: only one class has two rows or more; directions that separate need two (the "
        "label -1 means none)");
  const Index most = std::min(d, std::max<Index>(classes - 1, 1));
  if (!options.dimensions.is_word() && options.dimensions.number > most)
    throw InputError(
        "learn lda: dimensions = {}: must be at most {}, as {} classes of {} columns have "
        "no more directions",
        options.dimensions.number, most, classes, d);
  Learned<LinearMap> learned;
  const WithinCovariance within =
      within_covariance(statistics, options.within, ledoit_wolf, "learn lda",
                        WithinUse::kDirections, learned.summary);
  const Moments labelled = statistics.constrained();
  if (!labelled.has_scatter())
    throw InputError(
        "learn lda: needs the total scatter; gather the statistics with --scatter total");

  const Index wanted = options.dimensions.is_word() ? most : options.dimensions.number;
  Discriminant best = discriminate(labelled.scatter / labelled.weight, within, wanted);
  learned.map.columns = statistics.columns;
  learned.map.center = within.total.mean;
  learned.map.map = std::move(best.map);
  const Vector kept = best.ratios.head(learned.map.map.rows());
  learned.summary.fact("classes", classes)
      .fact("variance_ratios", Value::List(kept.begin(), kept.end()))
      .fact("dimensions", learned.map.outputs());
  return learned;
}

}  // namespace germane
