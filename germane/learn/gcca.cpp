#include "germane/learn/gcca.h"

#include "germane/linalg/symmetric.h"

#include <cmath>

namespace germane {

Learned<ViewMaps> learn_gcca(const Moments& total, const std::vector<ViewColumns>& views,
                             const ViewOptions& options) {
  check_options(options);
  Learned<ViewMaps> learned;
  const WhiteViews white =
      whiten_views(total, views, options.ridge.number, "learn gcca", learned.summary);
  const Index k = dimensions_of(options, white, "learn gcca");
  const Eigenpairs best = symmetric_eigen(white.shared);
  const double scale = std::sqrt(static_cast<double>(views.size()) * total.weight);
  learned.map = maps_of(white, best.vectors.leftCols(k), total, views, scale);
  const Vector kept = best.values.head(k);
  learned.summary.fact("eigenvalues", Value::List(kept.begin(), kept.end())).fact("dimensions", k);
  return learned;
}

}  // namespace germane
