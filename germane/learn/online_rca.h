// RCA learned from pairs as they come [BarHillelTR03, Alg. 3]: one difference at a time, no matrix
// inverted.
//
//   W <- W + eta (W - y y' W),   y = W h,   h = x1 - x2
//
// At rest the differences are white after the map: W E[hh'] W' = I. For pairs E[hh'] = 4 C, so 2 W
// gives the distances of RCA; W itself is a root of the metric up to a rotation. Departs from the
// paper: the step decays as 1 / (t + d), which makes the rest exact, and is divided by 1 + eta
// |y|^2, so that a far pair cannot throw W off. Needs: the rows of the pairs, in the order of the
// pairs. Cost: O(d^2) for each pair.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/links.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"

#include <vector>

namespace germane {

struct OnlineRcaOptions {
  std::int64_t passes = 100;
  double tolerance = 1e-3;
};

template <class Visitor>
void describe(OnlineRcaOptions& o, Visitor&& option) {
  option("passes", o.passes, at_least(1), "at most so many over the pairs");
  option("tolerance", o.tolerance, above(0),
         "stop when a pass changes the metric by a smaller share");
}

// `pairs` name rows of `rows` and are taken in their order, again and again. Throws InputError when
// there are none, NumericalError when all are of identical rows.
Learned<LinearMap> learn_online_rca(const RowMatrix<double>& rows, const std::vector<Link>& pairs,
                                    const OnlineRcaOptions& options, const Execution& execution);

}  // namespace germane
