// One cluster for each group: the one that most of its rows are in.
#pragma once

#include "germane/data/chunklets.h"

#include <vector>

namespace germane {

// The clusters, in [0, k), after the vote; of equally frequent ones the lowest number wins. Rows
// without a group keep theirs.
std::vector<Index> vote_in_groups(const std::vector<Index>& cluster, const Chunklets& groups,
                                  Index k);

}  // namespace germane
