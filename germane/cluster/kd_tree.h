// A k-d tree: boxes in boxes, to find the nearest of many rows in few columns without looking at
// all of them.
//
// Distances are exact. That of a row to a box is summed in the order in which distances of rows
// are, from differences that are no larger, so that rounding never puts a box further away than a
// row in it: no row that is as near as the best is ever left out, and ties are settled by row
// number.
// Cost: O(n d log n) to build; a copy of the rows, and boxes of about a third of that.
#pragma once

#include "germane/cluster/tiled_rows.h"

#include <limits>
#include <vector>

namespace germane {

struct Neighbor {
  double squared = std::numeric_limits<double>::infinity();
  Index row = std::numeric_limits<Index>::max();

  bool operator<(const Neighbor& other) const {
    return squared < other.squared || (squared == other.squared && row < other.row);
  }
};

class KdTree {
 public:
  static constexpr Index kLeafRows = 16;

  struct Node {
    Index first, last;  // places of its rows
    Index right;        // the left child is the next node; 0: a leaf
  };

  explicit KdTree(const RowMatrix<double>& rows);

  Index rows() const { return static_cast<Index>(row_at_.size()); }
  Index columns() const { return columns_; }
  const std::vector<Node>& nodes() const { return nodes_; }  // parents before children
  Index row_at(Index place) const { return row_at_[static_cast<std::size_t>(place)]; }
  void get(Index place, double* row) const { tiles_.get(place, row); }

  // Improves `best` by the nearest row, of equally near ones the first, leaving out nodes and
  // places for which the filters are true. Counts the rows looked at in `seen`.
  template <class SkipNode, class SkipPlace>
  void nearest(const double* row, SkipNode&& skip_node, SkipPlace&& skip_place, Neighbor& best,
               Index& seen) const {
    if (!skip_node(Index{0}))
      search(0, box_distance(row, 0), row, skip_node, skip_place, best, seen);
  }

  Neighbor nearest(const double* row) const {
    Neighbor best;
    Index seen = 0;
    nearest(
        row, [](Index) { return false; }, [](Index) { return false; }, best, seen);
    return best;
  }

 private:
  Index build(const RowMatrix<double>& rows, Index first, Index last);
  double box_distance(const double* row, Index node) const;

  template <class SkipNode, class SkipPlace>
  void search(Index at, double near, const double* row, SkipNode& skip_node, SkipPlace& skip_place,
              Neighbor& best, Index& seen) const {
    if (near > best.squared) return;
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    if (node.right == 0) {
      double squared[kLeafRows];
      tiles_.distances(row, node.first / TiledRows::kTile, TiledRows::tiles(node.last), squared);
      for (Index place = node.first; place < node.last; ++place) {
        const double distance = squared[place - node.first];
        if (distance > best.squared || skip_place(place)) continue;
        const Neighbor found{distance, row_at(place)};
        if (found < best) best = found;
      }
      seen += node.last - node.first;
      return;
    }
    const Index left = at + 1, right = node.right;
    const bool no_left = skip_node(left), no_right = skip_node(right);
    const double to_left = no_left ? 0 : box_distance(row, left);
    const double to_right = no_right ? 0 : box_distance(row, right);
    if (to_left <= to_right) {
      if (!no_left) search(left, to_left, row, skip_node, skip_place, best, seen);
      if (!no_right) search(right, to_right, row, skip_node, skip_place, best, seen);
    } else {
      if (!no_right) search(right, to_right, row, skip_node, skip_place, best, seen);
      if (!no_left) search(left, to_left, row, skip_node, skip_place, best, seen);
    }
  }

  Index columns_;
  std::vector<Index> row_at_;
  std::vector<Node> nodes_;
  std::vector<double> boxes_;  // of each node: the least of every column, then the largest
  TiledRows tiles_;            // rows by place; every leaf starts a tile
};

}  // namespace germane
