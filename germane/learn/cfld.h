// Fisher's discriminant from chunklets: directions that vary much over all rows and little inside
// chunklets [BarHillelTR03, Alg. 2].
//
//   maximise over w   w' S_t w / w' C w,   S_t over all rows, C = S_w / p
//
// Directions are scaled to w' C w = 1, so this is the optimal reduction followed by RCA
// [BarHillelTR03, sec. 3.3]; `learn rca --dimensions M` is the same map for a given M. When the
// chunklets cannot fill the space, PCA comes first (alpha). Needs: chunklet statistics with the
// total scatter (one pass). Cost: O(d^3).
#pragma once

#include "germane/learn/within_covariance.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"
#include "germane/stats/statistics.h"

#include <optional>

namespace germane {

struct CfldOptions {
  WithinCovarianceOptions within{.shrinkage = 0.0};  // the paper's estimate, with its PCA step
  WordOr<std::int64_t> dimensions = "auto";          // of the new rows
};

template <class Visitor>
void describe(CfldOptions& o, Visitor&& option) {
  describe(o.within, option);
  option("dimensions", o.dimensions, at_least(1).or_words({"auto", "all", "held-out"}),
         "of the new rows; auto: those that stand out of noise; held-out: the best on chunklets "
         "held out");
}

Learned<LinearMap> learn_cfld(const Statistics& statistics, const CfldOptions& options = {},
                              std::optional<double> ledoit_wolf = {});

}  // namespace germane
