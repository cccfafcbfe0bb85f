// Agglomerative clustering: every row is a cluster, and the nearest two are merged, again and
// again; what is left at k clusters, or below a distance, is the result.
//
//   single     nearest pair of rows           minimum spanning tree (spanning_tree.h)
//   complete   furthest pair                  nearest-neighbour chain (neighbor_chain.h) on the
//   average    mean over pairs                matrix of all distances; ward also from centres,
//   ward       growth of the sum of squares   where that is faster or the matrix does not fit
//
// Merges and heights are those of SciPy's linkage of Euclidean distances, where no two are equal.
// Needs: all rows in memory as float64.  Cost: single O(n d log n) time in few columns, O(n^2 d) in
// many, O(n d) memory; complete and average O(n^2 d) time and 4 n^2 bytes; ward the same, or O(n d)
// memory from centres. The same bits for any number of threads.
//
// Side-information: rows of a chunklet are merged first, at height 0; two clusters with a
// cannot-link between them never merge, and the nearest two of the others do instead.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/cluster/merge_tree.h"
#include "germane/data/rows.h"
#include "germane/data/side_information.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

struct LinkageOptions {
  std::string link = "average";
  std::int64_t k = 0;
  WordOr<double> threshold = "none";
  double memory = 8e9;
};

template <class Visitor>
void describe(LinkageOptions& o, Visitor&& option) {
  option("link", o.link, one_of({"single", "complete", "average", "ward"}),
         "distance of two clusters: of their nearest rows, of their furthest, on average, or by "
         "the growth of the sum of squares");
  option("k", o.k, at_least(0), "number of clusters; 0: as many as --threshold leaves");
  option("threshold", o.threshold, at_least(0).or_words({"none", "auto"}),
         "merge no clusters further apart; auto: the calibrated threshold of --model");
  option("memory", o.memory, bytes(), "most bytes that rows and distances may take");
}

struct LinkageClusters {
  std::vector<Index> cluster;  // of each row, in [0, k); numbered by their first rows
  std::vector<Index> sizes;    // rows of each cluster
  std::vector<Merge> merges;   // all that are possible, in ascending order of height
  Index applied = 0;           // the first so many made the clusters
  RowMatrix<double> rows;      // as they were clustered
  double threshold = -1;       // in force; negative: none
  bool matrix = false;         // whether all distances were kept
};

// `calibrated` is the threshold that "auto" stands for; negative: there is none. Throws InputError
// when the side-information contradicts itself, or keeps more than k clusters apart.
LinkageClusters cluster_linkage(const RowSource& source, const SideInformation& side,
                                const LinkageOptions& options, const Execution& execution,
                                const Ids& ids = {}, double calibrated = -1);

}  // namespace germane
