// The tree of an agglomeration: which clusters were merged, in what order, at what height.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

// Clusters are numbered as SciPy numbers them: cluster i < n is row i alone, the i-th merge (from
// 0) makes cluster n + i of n rows.
struct Merge {
  Index a = 0;  // the smaller number of the two
  Index b = 0;
  double height = 0;
  Index size = 0;  // rows of the new cluster

  bool operator==(const Merge&) const = default;
};

// Two clusters joined, each named by any row of it at that time.
struct Joining {
  Index a = 0;
  Index b = 0;
  double height = 0;
};

// Merges with their numbers, of joinings in the order of their heights. Each must join two
// clusters.
std::vector<Merge> number_merges(Index rows, const std::vector<Joining>& joinings);

// The cluster of each row after the first `count` merges; numbered by their first rows.
std::vector<Index> cut(const std::vector<Merge>& merges, Index rows, Index count);

}  // namespace germane
