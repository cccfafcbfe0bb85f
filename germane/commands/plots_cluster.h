// The plots of `cluster`.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/clustering.h"
#include "germane/data/keys.h"
#include "germane/data/rows.h"
#include "germane/report/plot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace germane {

// The rows in the space they were clustered in, by cluster. Reads the drawn rows anew.
Plot clusters_plot(const RowSource& rows, const std::vector<Index>& cluster, Index k,
                   const Ids& ids, std::uint64_t seed, const Execution& execution);

// p(cluster | label). Nothing when there are too many of either to be looked at.
std::optional<Plot> labels_in_clusters_plot(const Codes& clusters, const Codes& labels);

// Clusters as codes whose names are their numbers.
Codes numbered(const std::vector<Index>& cluster, Index k);

// The tree of merges: every row a leaf, or, of more than 500 rows, the last 99 merges.
Plot tree_plot(const std::vector<Merge>& merges, Index rows, Index clusters, const Ids& ids);

}  // namespace germane
