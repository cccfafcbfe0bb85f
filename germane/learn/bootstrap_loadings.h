// How sure loadings are: percentile intervals over resamplings of objects.
//
// As many objects as there are, drawn with replacement, are learned from anew; 2.5 % of the
// loadings found that way lie below an interval and 2.5 % above it. Components come back in another
// order and with other signs, so each is matched to one of those learned from all objects:
// greedily, by the magnitude of the sum over views of the correlation of both scores on all
// objects, whose sign is taken as the component's. Objects that were drawn twice are one object all
// the same: intervals are right for objects that are independent, and too narrow where these come
// in groups. Cost: that of learning, times resamplings; 8 bytes for each loading and resampling.
#pragma once

#include "germane/base/parallel.h"
#include "germane/learn/row_span.h"
#include "germane/learn/view_sample.h"
#include "germane/learn/white_views.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace germane {

struct LoadingIntervalsOptions {
  Index resamplings = 200;
  std::uint64_t seed = 0;
  bool keep_rows = false;  // moments are not enough for `learn`
};

struct LoadingIntervals {
  std::vector<Matrix> low, high;  // by view: k x d
  Index failed = 0;               // resamplings that could not be learned from
};

// `sample` holds rows, and `maps` are what `learn` makes of it. `spans`: by view, as in loadings().
// The same numbers for any number of threads. Throws NumericalError when a component is missing in
// more than half of the resamplings.
LoadingIntervals bootstrap_loadings(
    const ViewSample& sample, const ViewMaps& maps, const std::vector<const RowSpan*>& spans,
    const std::function<Learned<ViewMaps>(const ViewSample&)>& learn,
    const LoadingIntervalsOptions& options, const Execution& execution);

}  // namespace germane
