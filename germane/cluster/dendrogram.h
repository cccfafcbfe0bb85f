// The last merges of a tree, drawn in characters: a line for each cluster that they start from, to
// the right the heights at which these merge.
#pragma once

#include "germane/cluster/merge_tree.h"

#include <string>
#include <vector>

namespace germane {

struct DendrogramLeaf {
  Index rows = 0;    // of the cluster
  Index first = 0;   // its first row
  std::string line;  // the drawing; trailing blanks are cut
};

// Of the last `most` merges; the highest one is in column `width` - 1, and column 0 is height 0.
std::vector<DendrogramLeaf> draw_dendrogram(const std::vector<Merge>& merges, Index rows,
                                            Index most, Index width = 60);

}  // namespace germane
