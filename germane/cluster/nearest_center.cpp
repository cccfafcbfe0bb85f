#include "germane/cluster/nearest_center.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

// Above this the square of a norm may overflow in the products.
template <class T>
constexpr float kSafe = std::numeric_limits<T>::max_exponent > 200 ? 3e38F : 1e30F;

template <class V>
void grow(V& vector, Index size) {
  if (static_cast<Index>(vector.size()) < size) vector.resize(static_cast<std::size_t>(size));
}

}  // namespace

template <class T>
NearestCenter<T>::NearestCenter(Index centers, Index columns)
    : k_(centers), d_(columns), order_(static_cast<std::size_t>(centers)), squared_norms_(centers) {
  std::iota(order_.begin(), order_.end(), Index{0});
}

template <class T>
void NearestCenter<T>::set_centers(const RowMatrix<double>& centers) {
  centers_ = centers;
  panels_.pack(centers, order_);
  squared_norms_ = centers.rowwise().squaredNorm();
  largest_norm_ = std::sqrt(squared_norms_.maxCoeff());
}

template <class T>
double NearestCenter<T>::off(float squared_norm) const {
  return PanelCenters<T>::rounding(d_) * largest_norm_ *
         (std::sqrt(static_cast<double>(squared_norm)) + largest_norm_);
}

template <class T>
template <class Row>
void NearestCenter<T>::find(std::span<const Row> rows, const float* squared_norms, Scratch& scratch,
                            std::int32_t* nearest) const {
  const Index count = static_cast<Index>(rows.size());
  grow(scratch.found, count);
  panels_.least_two(0, panels_.panels(), rows, scratch.found.data());
  for (Index i = 0; i < count; ++i) {
    const LeastTwo<T>& found = scratch.found[static_cast<std::size_t>(i)];
    const double gap = static_cast<double>(found.second) - static_cast<double>(found.least);
    const bool sure = squared_norms[i] < kSafe<T> && gap > 2 * off(squared_norms[i]);
    nearest[i] = sure ? static_cast<std::int32_t>(order_[static_cast<std::size_t>(found.slot)])
                      : settle(rows[static_cast<std::size_t>(i)], squared_norms[i], scratch);
  }
}

template <class T>
template <class Row>
std::int32_t NearestCenter<T>::settle(const Row& row, float squared_norm, Scratch& scratch) const {
  grow(scratch.halves, panels_.width());
  T* halves = scratch.halves.data();
  panels_.all(std::span<const Row>(&row, 1), halves);
  double limit = std::numeric_limits<double>::infinity();
  if (squared_norm < kSafe<T>)
    limit = static_cast<double>(*std::min_element(halves, halves + k_)) + 2 * off(squared_norm);
  Index best = k_;
  double least = std::numeric_limits<double>::infinity();
  for (Index slot = 0; slot < k_; ++slot) {
    if (static_cast<double>(halves[slot]) > limit) continue;
    const Index c = order_[static_cast<std::size_t>(slot)];
    const double distance = squared_distance(row, center(c), d_);
    if (distance < least || (distance == least && c < best)) {
      least = distance;
      best = c;
    }
  }
  return static_cast<std::int32_t>(best);
}

template <class T>
template <class Row>
void NearestCenter<T>::distances(std::span<const Row> rows, const float* squared_norms,
                                 Scratch& scratch, double* distances) const {
  const Index count = static_cast<Index>(rows.size()), width = panels_.width();
  grow(scratch.halves, count * width);
  panels_.all(rows, scratch.halves.data());
  for (Index i = 0; i < count; ++i)
    for (Index c = 0; c < k_; ++c) {
      const double half =
          static_cast<double>(scratch.halves[static_cast<std::size_t>(i * width + c)]);
      distances[i * k_ + c] = std::max(0.0, static_cast<double>(squared_norms[i]) + 2 * half);
    }
}

template class NearestCenter<float>;
template class NearestCenter<double>;

using FloatRow = const float*;
template void NearestCenter<float>::find(std::span<const FloatRow>, const float*, Scratch&,
                                         std::int32_t*) const;
template std::int32_t NearestCenter<float>::settle(const FloatRow&, float, Scratch&) const;
template void NearestCenter<float>::distances(std::span<const FloatRow>, const float*, Scratch&,
                                              double*) const;
using DoubleRow = const double*;
template void NearestCenter<double>::find(std::span<const DoubleRow>, const float*, Scratch&,
                                          std::int32_t*) const;
template std::int32_t NearestCenter<double>::settle(const DoubleRow&, float, Scratch&) const;
template void NearestCenter<double>::distances(std::span<const DoubleRow>, const float*, Scratch&,
                                               double*) const;
template void NearestCenter<double>::find(std::span<const SparseRow>, const float*, Scratch&,
                                          std::int32_t*) const;
template std::int32_t NearestCenter<double>::settle(const SparseRow&, float, Scratch&) const;
template void NearestCenter<double>::distances(std::span<const SparseRow>, const float*, Scratch&,
                                               double*) const;

}  // namespace germane
