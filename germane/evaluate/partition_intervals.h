// Intervals of the scores of a partition, by drawing its rows again.
#pragma once

#include "germane/evaluate/bootstrap.h"
#include "germane/evaluate/partition.h"

#include <vector>

namespace germane {

// One for each score that describe(scores) visits, in that order; none when no draws are asked for.
// Rows are drawn by cells of the table, so the cost does not grow with their number. What clusters
// share by chance (ami) and which label each stands for (accuracy) are kept as they are in the
// table.
std::vector<Interval> partition_intervals(const Contingency& table, const PartitionScores& scores,
                                          const BootstrapOptions& options,
                                          const Execution& execution);

}  // namespace germane
