// Where noise ends: the largest eigenvalue that chunklets would show if they meant nothing.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/chunklets.h"
#include "germane/data/rows.h"
#include "germane/learn/elda.h"

#include <optional>

namespace germane {

// The 95 % quantile of the largest lambda over 20 seeded reassignments of the constrained rows to
// chunklets of the same sizes. Nothing when the rows in chunklets are
// too many to be held: the closed edge serves there.
std::optional<double> reassigned_edge(const Statistics& statistics, const EldaOptions& options,
                                      const RowSource& rows, const Chunklets& chunklets,
                                      const Execution& execution);

// The upper edge of b, the eigenvalues of (S_b, S_t), for noise of `columns` columns and no ridge:
// that of two independent Wishart matrices.
double closed_edge(double noise_share, Index columns, double points);

}  // namespace germane
