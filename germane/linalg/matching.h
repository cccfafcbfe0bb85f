// The cheapest way to pair rows with columns, each used once: the assignment problem, by shortest
// augmenting paths (the Hungarian method with potentials).
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

// The column of each row of a cost matrix, -1 where there are more rows than columns and the row is
// left alone; min(rows, columns) pairs of the least total cost. Deterministic.
// Cost: O(min^2 max) time. Throws InputError when a cost is not finite.
std::vector<Index> match_at_least_cost(const Eigen::Ref<const Matrix>& cost);

// The same, for the greatest total gain.
std::vector<Index> match_at_greatest_gain(const Eigen::Ref<const Matrix>& gain);

}  // namespace germane
