// What every clustering method returns, whatever it is called and however it works.
#pragma once

#include "germane/cluster/cluster_rule.h"
#include "germane/cluster/merge_tree.h"
#include "germane/linalg/matrix.h"
#include "germane/model/summary.h"
#include "germane/stats/share.h"

#include <memory>
#include <vector>

namespace germane {

struct Clustering {
  std::vector<Index> cluster;               // of each row, in [0, k); numbered by their first rows
  std::vector<Index> sizes;                 // rows of each cluster
  std::shared_ptr<const ClusterRule> rule;  // how new rows find theirs
  Summary summary;                          // objective, iterations, every automatic choice
  RowMatrix<double> posteriors = {};        // rows x clusters, where asked for and known
  std::vector<Merge> merges = {};           // the tree, of methods that make one
};

// New numbers of k clusters by their first rows, so that equal partitions have equal numbers; those
// without rows come last, in their old order. `cluster` is of the rows here, the numbers are those
// of the rows of all ranks; so are sizes.
std::vector<Index> numbers_by_first_row(const std::vector<Index>& cluster, Index k,
                                        const Share& share = {});

// Gives every row the new number of its cluster.
void renumber(std::vector<Index>& cluster, const std::vector<Index>& number);

// The matrix with row c moved to row number[c].
RowMatrix<double> reordered(const RowMatrix<double>& rows, const std::vector<Index>& number);

std::vector<Index> cluster_sizes(const std::vector<Index>& cluster, Index k,
                                 const Share& share = {});

}  // namespace germane
