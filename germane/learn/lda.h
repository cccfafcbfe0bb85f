// Linear discriminant analysis: directions that separate labelled classes (Fisherfaces).
//
//   maximise over w   w' S_t w / w' C w,   C = S_w / n
//
// The classes are chunklets with known names, so this is cFLD over the labelled rows; directions
// are scaled to w' C w = 1, and a class's rows are spherical after the map. Needs: chunklet
// statistics with the total scatter (one pass). Cost: O(d^3).
#pragma once

#include "germane/learn/within_covariance.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"
#include "germane/stats/statistics.h"

#include <optional>

namespace germane {

struct LdaOptions {
  WithinCovarianceOptions within;
  WordOr<std::int64_t> dimensions = "auto";  // of the new rows
};

template <class Visitor>
void describe(LdaOptions& o, Visitor&& option) {
  describe(o.within, option);
  option("dimensions", o.dimensions, at_least(1).or_words({"auto", "held-out"}),
         "of the new rows; auto: classes less one; held-out: the best on rows held out");
}

Learned<LinearMap> learn_lda(const Statistics& statistics, const LdaOptions& options = {},
                             std::optional<double> ledoit_wolf = {});

}  // namespace germane
