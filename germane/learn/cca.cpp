#include "germane/learn/cca.h"

#include "germane/base/error.h"
#include "germane/linalg/svd.h"

#include <cmath>

namespace germane {

Learned<ViewMaps> learn_cca(const Moments& total, const std::vector<ViewColumns>& views,
                            const ViewOptions& options) {
  check_options(options);
  if (views.size() > 2)
    throw InputError("learn cca: {} views; it takes two: use mcca or gcca for more", views.size());
  Learned<ViewMaps> learned;
  const WhiteViews white =
      whiten_views(total, views, options.ridge.number, "learn cca", learned.summary);
  const Index k = dimensions_of(options, white, "learn cca");
  const SingularTriples best = singular_triples(white.block(0, 1));
  Matrix directions(white.starts.back(), k);
  directions << best.left.leftCols(k), best.right.leftCols(k);
  learned.map = maps_of(white, directions, total, views, std::sqrt(total.weight));
  const Vector values = best.values;
  learned.summary.fact("singular_values", Value::List(values.begin(), values.end()))
      .fact("dimensions", k);
  return learned;
}

}  // namespace germane
