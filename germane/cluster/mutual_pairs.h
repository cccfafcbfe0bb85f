// Ward's linkage in rounds: all clusters find their nearest, and all pairs that are nearest to each
// other merge. No merge brings others nearer, so these are merges of the tree whichever comes
// first; only what merged, and what was nearest to it, looks again. A round is one search of many
// clusters, which threads share and caches serve, where a chain of neighbours takes them one by
// one.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/cluster_centers.h"
#include "germane/cluster/merge_tree.h"

#include <vector>

namespace germane {

// Merges until one cluster is left, or until rounds find too few pairs for the searches that they
// cost, as where one cluster is the nearest of very many. In the order of the rounds.
std::vector<Joining> merge_mutual_pairs(ClusterCenters& clusters, const Execution& execution);

}  // namespace germane
