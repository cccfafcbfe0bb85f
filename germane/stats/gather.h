// The one pass over the data: rows and chunklets in, mergeable statistics out.
//
// Rows come in fixed blocks. Each block is summed by itself; its chunklets' parts are joined and
// its sums added in the order of the blocks, so that the statistics have the same bits for any
// number of threads. Memory does not grow with the number of rows, apart from the chunklets that
// are open: seen, and not yet complete. Rows in memory are taken chunklet by chunklet instead,
// where chunklets are small and scattered.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/chunklets.h"
#include "germane/data/folds.h"
#include "germane/data/rows.h"
#include "germane/stats/share.h"
#include "germane/stats/statistics.h"

#include <span>
#include <vector>

namespace germane {

struct GatherPlan {
  const Chunklets* chunklets = nullptr;  // null: none
  const Folds* folds = nullptr;          // null: one part. Only open chunklets may straddle folds
  std::span<const double> weights;       // of the rows, each above 0; empty = 1
  bool scatter = true;     // the total scatter too, not only within chunklets: a d x d matrix more
  bool keep_open = false;  // named chunklets stay open, to be merged with other files' by name
  double memory = 4e9;     // bytes that open chunklets and sums may take; refused above
  // The rows of the source are this rank's of a table dealt to several; chunklets, folds and
  // weights are given for all rows of that table, and so are the statistics, on every rank.
  Share share = {};
};

// The statistics of each fold (one when there are no folds) and of the rows in no fold.
struct Gathered {
  std::vector<Statistics> folds;
  Statistics rest;

  Statistics all() &&;  // everything merged
};

// How many sums of all folds are in memory at a time: totals, their copy, one a thread, and those
// of blocks that wait for their turn.
Index sums_in_memory(Index columns, Index threads);

// Throws InputError when the data is not finite or the plan does not fit into its memory.
Gathered gather_statistics(const RowSource& source, const GatherPlan& plan,
                           const Execution& execution);

}  // namespace germane
