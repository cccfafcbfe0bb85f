// The two-covariance model of rows after a learned map, from the statistics it was learned from.
//
//   within    C = S_w / (p - m)
//   between   B = (S_b / (m - 1) - C) / n0,   n0 = (p - sum of n_g^2 / p) / (m - 1)
//
// over m chunklets g of n_g rows, p in all: S_b / (m - 1) has the expectation C + n0 B, so both are
// unbiased (method of moments). Directions in which B comes out at or below 0 say nothing of a pair
// and are left out, as if B were 0 there.
//
// Needs: chunklets with their between scatter (one pass).  Cost: O(k d^2 + k^3).
//
// Where C is singular: directions in which it has no variance are left out. That is the safe side:
// with fewer rows than directions most of them look constant inside chunklets for want of rows, and
// any floor under their variance would let them outvote all others on new rows.
// Where C is badly conditioned (as in learn/within_covariance.h) it is shrunk towards its diagonal
// in the mapped space, by the OAS weight: a map learned from a shrunk C trusts its coordinates
// likewise, and the plain C would undo that.
#pragma once

#include "germane/model/linear_map.h"
#include "germane/model/two_covariance.h"
#include "germane/stats/statistics.h"

#include <optional>

namespace germane {

// The model of the rows after `map`, from the closed statistics of the rows before it. Nothing when
// there are fewer than two chunklets, no between scatter (links used as given have none), no spread
// inside chunklets, or no direction in which the chunklets differ by more than that.
std::optional<TwoCovariance> two_covariance_of(const Statistics& statistics, const LinearMap& map);

}  // namespace germane
