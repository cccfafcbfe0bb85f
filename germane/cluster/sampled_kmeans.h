// K-means of more rows than can be gone through again and again: the centres are found on rows
// drawn at random, and every row is then given to the nearest, in one pass.
//
// Needs: the sample in memory, and 8 bytes a row for the clusters.  Cost: that of k-means on the
// sample, and O(n d k) once. The inertia is that of all rows.
#pragma once

#include "germane/cluster/kmeans.h"

namespace germane {

// All rows are the sample where there are no more. Throws InputError for weights, which it does not
// take, and when the sample is smaller than k.
KmeansClusters cluster_sampled_kmeans(const RowSource& rows, Index sample,
                                      const KmeansOptions& options, const Execution& execution,
                                      const KmeansGiven& given = {});

}  // namespace germane
