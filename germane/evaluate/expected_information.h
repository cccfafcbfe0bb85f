// What two partitions of given sizes share by chance.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

// The expected mutual information, in nats, of two partitions of n rows with clusters of these
// sizes, one of them shuffled. Sizes must be at least 1 and sum to n in both. Cost: O(u v s) for u
// and v different sizes and hypergeometric spreads s.
double expected_information(const std::vector<Index>& left, const std::vector<Index>& right);

}  // namespace germane
