// Relevant component analysis: whiten what varies inside chunklets [BarHillelTR03, Alg. 1].
//
//   minimise over B   sum over chunklets g, rows i in g of (x_i - m_g)' B (x_i - m_g)
//   subject to        det B >= 1
//
// The solution is B ~ inv(C), C = S_w / p; the map is the symmetric root C^(-1/2). With fewer
// dimensions than columns the optimum is Fisher's discriminant from chunklets (cFLD) followed by
// RCA [BarHillelTR03, sec. 3.3]: the top generalised eigenvectors of (S_t, C), scaled to w' C w
// = 1. Needs: chunklet statistics (one pass); the total scatter when dimensions are dropped. Cost:
// O(d^3). Departs from the paper: C is shrunk towards its diagonal when it is badly conditioned, as
// few chunklets leave it singular; shrinkage = 0 is the paper's estimate, with its PCA step (Alg.
// 2) when the chunklets cannot fill the space.
#pragma once

#include "germane/learn/within_covariance.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"
#include "germane/stats/statistics.h"

#include <optional>

namespace germane {

struct RcaOptions {
  WithinCovarianceOptions within;
  WordOr<std::int64_t> dimensions = "all";  // of the new rows; fewer than all: cFLD, then RCA
};

template <class Visitor>
void describe(RcaOptions& o, Visitor&& option) {
  describe(o.within, option);
  option("dimensions", o.dimensions, at_least(1).or_words({"all", "auto"}),
         "of the new rows; fewer than all: cFLD, then RCA; auto: chosen on held-out chunklets");
}

Learned<LinearMap> learn_rca(const Statistics& statistics, const RcaOptions& options = {},
                             std::optional<double> ledoit_wolf = {});

}  // namespace germane
