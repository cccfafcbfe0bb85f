// The statistics of sparse rows, as gather_statistics() gives them of dense ones.
#pragma once

#include "germane/stats/gather.h"

namespace germane {

// `source.sparse()` must be there. Rows and chunklet means stay sparse; what is made dense are the
// d x d sums, and the means of chunklets that are kept open.
Gathered gather_sparse(const RowSource& source, const GatherPlan& plan, const Execution& execution);

}  // namespace germane
