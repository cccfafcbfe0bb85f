#include "germane/cluster/kd_tree.h"

#include <algorithm>
#include <numeric>

namespace germane {

KdTree::KdTree(const RowMatrix<double>& rows)
    : columns_(rows.cols()),
      row_at_(static_cast<std::size_t>(rows.rows())),
      tiles_(rows.rows(), rows.cols()) {
  std::iota(row_at_.begin(), row_at_.end(), Index{0});
  if (rows.rows() > 0) build(rows, 0, rows.rows());
  for (Index place = 0; place < rows.rows(); ++place)
    tiles_.set(place, rows.data() + row_at(place) * columns_);
}

// Halves the widest column. The left half is whole tiles, so that every leaf starts one; the
// recursion is as deep as the logarithm of the rows.
Index KdTree::build(const RowMatrix<double>& rows, Index first, Index last) {
  const auto at = static_cast<Index>(nodes_.size());
  nodes_.push_back({first, last, 0});
  const auto box = boxes_.size();
  const double* start = rows.data() + row_at(first) * columns_;
  boxes_.insert(boxes_.end(), start, start + columns_);
  boxes_.insert(boxes_.end(), start, start + columns_);
  for (Index place = first; place < last; ++place) {
    const double* row = rows.data() + row_at(place) * columns_;
    for (Index j = 0; j < columns_; ++j) {
      double& low = boxes_[box + static_cast<std::size_t>(j)];
      double& high = boxes_[box + static_cast<std::size_t>(columns_ + j)];
      low = std::min(low, row[j]);
      high = std::max(high, row[j]);
    }
  }
  if (last - first <= kLeafRows) return at;

  Index widest = 0;
  double width = -1;
  for (Index j = 0; j < columns_; ++j) {
    const double own = boxes_[box + static_cast<std::size_t>(columns_ + j)] -
                       boxes_[box + static_cast<std::size_t>(j)];
    if (own > width) {
      width = own;
      widest = j;
    }
  }
  const Index tiles = TiledRows::tiles(last - first);
  const Index middle = first + (tiles + 1) / 2 * TiledRows::kTile;
  std::nth_element(row_at_.begin() + first, row_at_.begin() + middle, row_at_.begin() + last,
                   [&](Index a, Index b) {
                     const double left = rows(a, widest), right = rows(b, widest);
                     return left < right || (left == right && a < b);
                   });
  build(rows, first, middle);
  const Index right = build(rows, middle, last);
  nodes_[static_cast<std::size_t>(at)].right = right;
  return at;
}

// In the order of TiledRows::distances(), so that a box is never further than its rows by rounding.
double KdTree::box_distance(const double* row, Index node) const {
  const double* low = boxes_.data() + node * 2 * columns_;
  const double* high = low + columns_;
  const auto square = [&](Index j) {
    const double below = low[j] - row[j], above = row[j] - high[j];
    const double outside = std::max(std::max(below, above), 0.0);
    return outside * outside;
  };
  double sums[4] = {0, 0, 0, 0};
  Index j = 0;
  for (; j + 4 <= columns_; j += 4)
    for (Index lane = 0; lane < 4; ++lane) sums[lane] += square(j + lane);
  for (; j < columns_; ++j) sums[0] += square(j);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace germane
