#include "germane/cluster/center_groups.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace germane {
namespace {

// Splits order[first, last) at a multiple of `size`, by the projection on the line through two
// centres far from each other, until the parts are no larger.
void split(const RowMatrix<double>& centers, std::vector<Index>& order, Index first, Index last,
           Index size) {
  if (last - first <= size) return;
  const auto furthest_from = [&](Index from) {
    Index furthest = from;
    double most = -1;
    for (Index i = first; i < last; ++i) {
      const Index c = order[static_cast<std::size_t>(i)];
      const double distance = (centers.row(c) - centers.row(from)).squaredNorm();
      if (distance > most) {
        most = distance;
        furthest = c;
      }
    }
    return furthest;
  };
  const Index one = furthest_from(order[static_cast<std::size_t>(first)]);
  const Index other = furthest_from(one);
  const Eigen::RowVectorXd axis = centers.row(other) - centers.row(one);
  std::vector<std::pair<double, Index>> along;
  for (Index i = first; i < last; ++i) {
    const Index c = order[static_cast<std::size_t>(i)];
    along.emplace_back(centers.row(c).dot(axis), c);
  }
  std::sort(along.begin(), along.end());
  for (Index i = first; i < last; ++i)
    order[static_cast<std::size_t>(i)] = along[static_cast<std::size_t>(i - first)].second;
  const Index parts = (last - first + size - 1) / size;
  const Index middle = first + parts / 2 * size;
  split(centers, order, first, middle, size);
  split(centers, order, middle, last, size);
}

}  // namespace

std::vector<Index> group_centers(const RowMatrix<double>& centers, Index size) {
  std::vector<Index> order(static_cast<std::size_t>(centers.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  split(centers, order, 0, centers.rows(), size);
  return order;
}

}  // namespace germane
