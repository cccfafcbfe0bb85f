// What Ledoit and Wolf's weight needs beyond second moments: a second pass over the rows.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/chunklets.h"
#include "germane/data/rows.h"
#include "germane/stats/chunklet_scatter.h"

namespace germane {

// The weight of the diagonal for the within-chunklet covariance (linalg/shrinkage.h). Reads the
// rows twice: once for the chunklets' means (8 m d bytes), once for the products. A chunklet's n
// rows stand for n - 1 samples: residuals are scaled by sqrt(n / (n - 1)), their products by (n -
// 1) / n; for pairs this is exactly the products of (x - y) / sqrt(2).
double ledoit_wolf_weight(const ChunkletScatter& scatter, const RowSource& rows,
                          const Chunklets& chunklets, const Execution& execution);

}  // namespace germane
