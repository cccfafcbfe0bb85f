// Rows drawn at random from a table, for methods that start on a few of many.
#pragma once

#include "germane/base/random.h"
#include "germane/data/rows.h"
#include "germane/stats/share.h"

namespace germane {

// `count` different rows of all ranks, each set of them as likely as any other, in ascending order;
// the same on every rank.
RowMatrix<double> sample_rows(const RowSource& rows, Index count, Random& random,
                              const Share& share = {});

}  // namespace germane
