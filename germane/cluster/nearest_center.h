// Which of k centres is nearest to each row: products first (panel_kernel.h), doubts settled by
// direct differences.
//
// The products round; where two centres are closer to each other than the rounding, they are
// compared by sums of squared differences in float64. So the answer is the same for float32, on
// every processor and whatever bounds saved work, and no cancellation shows. Equal distances: the
// lowest number.
#pragma once

#include "germane/cluster/exact_distance.h"
#include "germane/cluster/panel_kernel.h"

#include <numeric>
#include <vector>

namespace germane {

template <class T>
class NearestCenter {
 public:
  // Working space of one thread.
  struct Scratch {
    std::vector<LeastTwo<T>> found;
    std::vector<T> halves;
  };

  NearestCenter(Index centers, Index columns);

  // Rows and centres must be scaled to magnitudes of about 1 (see PreparedRows).   (k x d)
  void set_centers(const RowMatrix<double>& centers);
  // The order in which centres stand in panels from the next set_centers on; at first their own.
  void set_order(std::vector<Index> order) { order_ = std::move(order); }

  // nearest[i] = the centre nearest to row i, given squared_norms[i] = |row i|^2, nearly.
  template <class Row>
  void find(std::span<const Row> rows, const float* squared_norms, Scratch& scratch,
            std::int32_t* nearest) const;

  // The nearest by direct differences of all that products leave in doubt. scratch.halves has the
  // products of all slots then.
  template <class Row>
  std::int32_t settle(const Row& row, float squared_norm, Scratch& scratch) const;

  // distances[i * k + c] = squared distance of row i and centre c, to the precision of the
  // products: near 0 it is off by eps |x|^2, but never negative. Only while centres stand in their
  // own order.
  template <class Row>
  void distances(std::span<const Row> rows, const float* squared_norms, Scratch& scratch,
                 double* distances) const;

  // How far |c|^2 / 2 - x'c may be off for a row of this squared norm.
  double off(float squared_norm) const;

  Index count() const { return k_; }
  Index columns() const { return d_; }
  const PanelCenters<T>& panels() const { return panels_; }
  Index center_in(Index slot) const { return order_[static_cast<std::size_t>(slot)]; }
  const double* center(Index c) const { return centers_.data() + c * d_; }
  double squared_norm(Index c) const { return squared_norms_[c]; }

 private:
  Index k_, d_;
  std::vector<Index> order_;
  RowMatrix<double> centers_;
  PanelCenters<T> panels_;
  Vector squared_norms_;
  double largest_norm_ = 0;
};

extern template class NearestCenter<float>;
extern template class NearestCenter<double>;

}  // namespace germane
