// All pairs of rows that are near: at most a distance apart, or at least as alike as a cosine or
// inner product. For duplicates.
//
// Exact, as neighbors.h is, and by the same bounds. Cost: O(n^2 d / 2) for pairs of one table.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/retrieve/candidates.h"
#include "germane/retrieve/metric.h"

#include <vector>

namespace germane {

struct WithinOptions {
  double threshold = 0;  // pairs at exactly this are near
  Metric metric = Metric::kEuclidean;
  Index most = 1'000'000;  // pairs
  double memory = 8e9;     // most bytes for the rows
  Multiply multiply = Multiply::kBest;
};

struct NearPair {
  Index a, b;  // of one table a < b; else a query and a row
  double value;
};

// Nearest first, equally near ones by a, then b. `queries` null: pairs of the rows themselves.
// Throws InputError as soon as there are more than `most`, when rows do not fit into memory, and as
// find_neighbors does.
std::vector<NearPair> find_within(const RowSource& rows, const RowSource* queries,
                                  const WithinOptions& options, const Execution& execution);

}  // namespace germane
