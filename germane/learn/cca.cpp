#include "germane/learn/cca.h"

#include "germane/base/error.h"
#include "germane/linalg/svd.h"

#include <algorithm>
#include <cmath>

namespace germane {

Learned<ViewMaps> learn_cca(const ViewSample& sample, const ViewOptions& options) {
  check_options(options);
  if (sample.views.size() > 2)
    throw InputError("learn cca: {} views; it takes two: use mcca or gcca for more",
                     sample.views.size());
  require_complete(sample, "learn cca");
  Learned<ViewMaps> learned;
  const WhiteViews white = whiten_views(sample, options, "learn cca", learned.summary);
  const Index k = dimensions_of(options, std::min(white.narrowest(), sample.objects() - 1),
                                "the rank of the narrowest view", "learn cca");
  const SingularTriples best = singular_triples(white.block(0, 1));
  Matrix directions(white.starts.back(), k);
  directions << best.left.leftCols(k), best.right.leftCols(k);
  learned.map = maps_of(white, std::sqrt(static_cast<double>(sample.objects())) * directions);
  learned.summary.fact("singular_values", Value::List(best.values.begin(), best.values.end()))
      .fact("dimensions", k);
  return learned;
}

}  // namespace germane
