// Complete, average and Ward's linkage by the nearest-neighbour chain (Murtagh 1983): go from a
// cluster to its nearest, from that to its nearest, until two are nearest to each other, and merge
// them. In these linkages no merge brings others nearer, so that the merges, sorted by height, are
// those of always merging the nearest two.
//
// The distance of clusters A and B with centres a and b:
//   complete   max over pairs of |x - y|
//   average    mean over pairs of |x - y|
//   ward       sqrt(2 |A||B| / (|A| + |B|)) |a - b|, so that two rows are at |x - y|
//
// Clusters with a cannot-link between them are infinitely far apart and stay so, whatever they
// merge with; merging ends where all are.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/merge_tree.h"
#include "germane/cluster/spanning_tree.h"

#include <string>
#include <vector>

namespace germane {

enum class Linkage { kSingle, kComplete, kAverage, kWard };

// Bytes of the distances of n rows.
double distance_bytes(Index rows);

// In ascending order of height, joinings inside chunklets first, at height 0. By a matrix of all
// distances, for any of the three.  Cost: O(n^2 d) time, distance_bytes().
std::vector<Joining> chain_by_distances(const RowMatrix<double>& rows, Linkage linkage,
                                        const TreeLinks& links, const Execution& execution);

// The same for ward without the matrix, most of it in rounds (mutual_pairs.h).  Cost: about 3 n^2 d
// differences, two copies of the rows. Takes no links apart.
std::vector<Joining> chain_by_centers(const RowMatrix<double>& rows, const Chunklets& together,
                                      const Execution& execution);

}  // namespace germane
