// Which centres stand together, so that they are near each other and move together.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

// An order of the centres in which every `size` of them, from the first on, are near each other.
// By halving: along the line through two centres far apart. Cost: O(k d log k).
std::vector<Index> group_centers(const RowMatrix<double>& centers, Index size);

}  // namespace germane
