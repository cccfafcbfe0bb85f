#include "germane/learn/cca.h"

#include "germane/base/error.h"
#include "germane/linalg/svd.h"

#include <algorithm>
#include <cmath>

namespace germane {

Learned<ViewMaps> learn_cca(const ViewSample& sample, const ViewOptions& options,
                            const std::string& method) {
  check_options(options);
  if (sample.views.size() > 2)
    throw InputError("{}: {} views; it takes two: use mcca or gcca for more", method,
                     sample.views.size());
  require_complete(sample, method);
  Learned<ViewMaps> learned;
  const WhiteViews white = whiten_views(sample, options, method, learned.summary);
  const Index k = dimensions_of(options, std::min(white.narrowest(), sample.objects() - 1),
                                "the rank of the narrowest view", method);
  const SingularTriples best = singular_triples(white.block(0, 1));
  Matrix directions(white.starts.back(), k);
  directions << best.left.leftCols(k), best.right.leftCols(k);
  learned.map = maps_of(white, std::sqrt(static_cast<double>(sample.objects())) * directions);
  learned.summary.fact("singular_values", Value::List(best.values.begin(), best.values.end()))
      .fact("dimensions", k);
  return learned;
}

}  // namespace germane
