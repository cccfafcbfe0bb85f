#include "germane/linalg/matching.h"

#include "germane/base/error.h"

#include <limits>

namespace germane {
namespace {

// rows <= columns. Potentials u (rows), v (columns) keep every reduced cost c_ij - u_i - v_j >= 0,
// and = 0 on matched pairs; each row is added along the path of the least reduced cost (Dijkstra's,
// dense).
class Assignment {
 public:
  explicit Assignment(const Matrix& cost)
      : cost_(cost),
        u_(Vector::Zero(cost.rows())),
        v_(Vector::Zero(cost.cols())),
        row_of_(static_cast<std::size_t>(cost.cols()), -1),
        column_of_(static_cast<std::size_t>(cost.rows()), -1) {}

  std::vector<Index> solve() {
    for (Index row = 0; row < cost_.rows(); ++row) add(row);
    return column_of_;
  }

 private:
  void add(Index start) {
    const Index m = cost_.cols();
    Vector distance = Vector::Constant(m, std::numeric_limits<double>::infinity());
    std::vector<Index> from(static_cast<std::size_t>(m), -1);  // the row a column is reached from
    std::vector<bool> done(static_cast<std::size_t>(m), false);
    std::vector<Index> order;  // columns in the order they were settled
    Index row = start, free = -1;
    double length = 0;
    while (free < 0) {
      Index nearest = -1;
      for (Index j = 0; j < m; ++j) {
        const std::size_t column = static_cast<std::size_t>(j);
        if (done[column]) continue;
        const double reach = length + (cost_(row, j) - u_[row] - v_[j]);
        if (reach < distance[j]) {
          distance[j] = reach;
          from[column] = row;
        }
        if (nearest < 0 || distance[j] < distance[nearest]) nearest = j;
      }
      length = distance[nearest];
      done[static_cast<std::size_t>(nearest)] = true;
      order.push_back(nearest);
      row = row_of_[static_cast<std::size_t>(nearest)];
      if (row < 0) free = nearest;
    }
    u_[start] += length;
    for (const Index j : order) {
      if (j == free) continue;
      u_[row_of_[static_cast<std::size_t>(j)]] += length - distance[j];
      v_[j] -= length - distance[j];
    }
    for (Index j = free; j >= 0;) {  // turn the path around
      const Index r = from[static_cast<std::size_t>(j)];
      row_of_[static_cast<std::size_t>(j)] = r;
      std::swap(j, column_of_[static_cast<std::size_t>(r)]);
    }
  }

  const Matrix& cost_;
  Vector u_, v_;
  std::vector<Index> row_of_, column_of_;
};

}  // namespace

std::vector<Index> match_at_least_cost(const Eigen::Ref<const Matrix>& cost) {
  if (!cost.allFinite()) throw InputError("matching: a cost is not finite");
  if (cost.rows() <= cost.cols()) return Assignment(cost).solve();
  const Matrix turned = cost.transpose();
  const std::vector<Index> row_of = Assignment(turned).solve();
  std::vector<Index> column_of(static_cast<std::size_t>(cost.rows()), -1);
  for (std::size_t j = 0; j < row_of.size(); ++j)
    column_of[static_cast<std::size_t>(row_of[j])] = static_cast<Index>(j);
  return column_of;
}

std::vector<Index> match_at_greatest_gain(const Eigen::Ref<const Matrix>& gain) {
  return match_at_least_cost(-gain);
}

}  // namespace germane
