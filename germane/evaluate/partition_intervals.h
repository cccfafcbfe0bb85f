// Intervals of the scores of a partition, and of what two partitions differ by, by drawing rows
// again.
//
// Rows are drawn by cells of the table, so the cost does not grow with their number. What clusters
// share by chance (ami) and which label each stands for (accuracy) are kept as they are in the
// table.
#pragma once

#include "germane/evaluate/differences.h"
#include "germane/evaluate/partition.h"

#include <vector>

namespace germane {

// One for each score that describe(scores) visits, in that order; none when no draws are asked for.
std::vector<Interval> partition_intervals(const Contingency& table, const PartitionScores& scores,
                                          const BootstrapOptions& options,
                                          const Execution& execution);

// The second less the first; codes by row, below 0 = unknown. Each is scored on the rows whose
// cluster and label it knows; a draw counts rows equally often for both.
std::vector<Difference> partition_differences(const std::vector<Index>& first,
                                              const std::vector<Index>& second,
                                              const std::vector<Index>& label,
                                              const BootstrapOptions& options,
                                              const Execution& execution);

}  // namespace germane
