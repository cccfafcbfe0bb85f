// The detection error trade-off: at every threshold, the share of different pairs accepted against
// the share of same pairs refused. Its natural axes are probit, on which two Gaussians make a
// straight line.
#pragma once

#include "germane/evaluate/ranked_pairs.h"

#include <cstddef>
#include <vector>

namespace germane {

struct DetPoint {
  ErrorRates rates;
  double threshold = 0;  // accepted from here on; infinitely alike for the first point
};

// From (accepted 0, refused 1) to (1, 0), a point for every score that occurs. With `at_most`
// above 0 the curve is thinned as it is walked, so that it never takes more memory than that.
std::vector<DetPoint> det_curve(const RankedPairs& pairs, std::size_t at_most = 0);

// At most `at_most` (8 or more) points of a curve, its ends always among them. Points on a straight
// line between their neighbours go first, which changes nothing. If that is not enough, a grid
// is laid over the probit axes, and each of its cells keeps the first and the last point in it: as
// the curve only ever goes one way, it passes few cells, and every corner that has a leg longer
// than a cell stays.
std::vector<DetPoint> thin(const std::vector<DetPoint>& curve, std::size_t at_most);

// The standard normal quantile, for shares in [0, 1]: 0 and 1 are infinite. To 1e-9.
double probit(double share);

}  // namespace germane
