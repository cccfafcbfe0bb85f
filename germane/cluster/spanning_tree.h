// The minimum spanning tree of rows under the Euclidean distance, which single linkage is made of,
// exactly: two ways to the same edges.
//
// Edges are ordered by (squared distance, lower row, higher row), so that there is one tree, ties
// or not, whichever way and however many threads find it.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/chunklets.h"
#include "germane/data/links.h"

#include <vector>

namespace germane {

struct Edge {
  double squared = 0;  // length
  Index a = 0;         // the lower row
  Index b = 0;

  bool operator<(const Edge& other) const {
    if (squared != other.squared) return squared < other.squared;
    return a < other.a || (a == other.a && b < other.b);
  }
  bool operator==(const Edge&) const = default;
};

// Rows that belong together from the start, and rows that must not come together.
struct TreeLinks {
  Chunklets together;       // empty: none
  std::vector<Link> apart;  // their ends are in different chunklets
};

// The edges of the rows' tree in ascending order: between chunklets, and those inside them, which
// count as shorter than any other and have length 0. With links apart it is what is left of the
// tree by merging greedily: the shortest edge between two parts that no link keeps apart, again and
// again; parts that links keep apart stay unconnected.
std::vector<Edge> spanning_tree(const RowMatrix<double>& rows, const TreeLinks& links,
                                const Execution& execution);

// By growing one tree, the nearest row at a time (Prim).
// Cost: n^2 d / 2 differences, eight at a time; one copy of the rows. Takes no links apart.
std::vector<Edge> grow_spanning_tree(const RowMatrix<double>& rows, const Chunklets& together,
                                     const Execution& execution);

// By joining every part to its nearest, round by round (Boruvka), the nearest found in a k-d tree.
// Cost: about n d log n in few columns; n^2 d a round at worst, where boxes exclude nothing. The
// tree is a copy of the rows and a third.
std::vector<Edge> join_spanning_tree(const RowMatrix<double>& rows, const TreeLinks& links,
                                     const Execution& execution);

}  // namespace germane
