// Disjoint sets of rows, joined by size, with path halving: no recursion, near-linear.
#pragma once

#include "germane/linalg/matrix.h"

#include <numeric>
#include <utility>
#include <vector>

namespace germane {

class Components {
 public:
  explicit Components(Index rows)
      : parent_(static_cast<std::size_t>(rows)), size_(static_cast<std::size_t>(rows), 1) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }

  // The row that stands for the set of `row`.
  Index root(Index row) {
    while (parent(row) != row) {
      parent(row) = parent(parent(row));
      row = parent(row);
    }
    return row;
  }

  // False when they were in one set already.
  bool join(Index a, Index b) {
    a = root(a);
    b = root(b);
    if (a == b) return false;
    if (size(a) < size(b)) std::swap(a, b);
    parent(b) = a;
    size_[static_cast<std::size_t>(a)] += size(b);
    return true;
  }

  // Rows in the set that this root stands for.
  Index size(Index root) const { return size_[static_cast<std::size_t>(root)]; }

 private:
  Index& parent(Index row) { return parent_[static_cast<std::size_t>(row)]; }

  std::vector<Index> parent_;
  std::vector<Index> size_;
};

}  // namespace germane
