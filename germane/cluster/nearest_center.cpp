#include "germane/cluster/nearest_center.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace germane {
namespace {

// Above this the square of a norm may overflow in the products.
template <class T>
constexpr double kSafe = std::numeric_limits<T>::max_exponent > 200 ? 1e290 : 1e30;

template <class T>
const T* row_of(const Points<T>& rows, Index i) {
  return rows.data() + i * rows.outerStride();
}

template <class M>
void grow(M& matrix, Index rows, Index columns) {
  if (matrix.rows() < rows || matrix.cols() != columns) matrix.resize(rows, columns);
}

}  // namespace

template <class T>
NearestCenter<T>::NearestCenter(Index centers, Index columns)
    : k_(centers),
      d_(columns),
      centers_(centers, columns),
      by_column_(centers, columns),
      rounded_(centers, columns),
      half_norms_(centers),
      squared_norms_(centers) {}

template <class T>
void NearestCenter<T>::set_centers(const RowMatrix<double>& centers) {
  centers_ = centers;
  if (direct()) {
    by_column_ = centers;
    return;
  }
  rounded_ = centers.cast<T>();
  squared_norms_ = centers.rowwise().squaredNorm();
  half_norms_ = (0.5 * squared_norms_).transpose().template cast<T>();
  largest_norm_ = std::sqrt(squared_norms_.maxCoeff());
}

template <class T>
Index NearestCenter<T>::block_rows() const {
  return std::clamp<Index>((Index{1} << 17) / std::max(k_, d_), 16, 512);
}

// Fills distance[0..k); the loop over centres is the inner one because its sums are independent.
template <class T>
Index NearestCenter<T>::nearest_directly(const T* row, double* distance) const {
  std::fill(distance, distance + k_, 0.0);
  for (Index j = 0; j < d_; ++j) {
    const double x = static_cast<double>(row[j]);
    const double* column = by_column_.data() + j * k_;
    for (Index c = 0; c < k_; ++c) distance[c] += (x - column[c]) * (x - column[c]);
  }
  return std::min_element(distance, distance + k_) - distance;
}

// The nearest by direct differences of the centres whose number is at most the limit.
template <class T>
Index NearestCenter<T>::settle(const T* row, const T* halves, T limit) const {
  Index best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Index c = 0; c < k_; ++c) {
    if (halves[c] > limit) continue;
    const double distance = squared_distance(row, centers_.data() + c * d_, d_);
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  return best;
}

template <class T>
void NearestCenter<T>::find(const Points<T>& rows, const double* squared_norms, Scratch& scratch,
                            Index* nearest) const {
  if (direct()) {
    std::array<double, 64> distance;
    for (Index i = 0; i < rows.rows(); ++i)
      nearest[i] = nearest_directly(row_of<T>(rows, i), distance.data());
    return;
  }
  grow(scratch.products, rows.rows(), k_);
  inner_products(rows, rounded_, scratch.products.topRows(rows.rows()));
  // A product of d terms is off by at most d eps |x||c|; rounding the centre, |c|^2 / 2 and the
  // difference add a few eps more.
  const double error = static_cast<double>(d_ + 8) * std::numeric_limits<T>::epsilon();
  for (Index i = 0; i < rows.rows(); ++i) {
    const T* row = row_of<T>(rows, i);
    auto halves = scratch.products.row(i);
    if (!(squared_norms[i] < kSafe<T>)) {
      nearest[i] = settle(row, halves.setZero().data(), 0);
      continue;
    }
    halves = half_norms_ - halves;
    const T least = halves.minCoeff();
    const double off = error * largest_norm_ * (std::sqrt(squared_norms[i]) + largest_norm_);
    const T limit = static_cast<T>(least + 2 * off);
    const T* half = halves.data();
    Index near = 0;
    for (Index c = 0; c < k_; ++c) near += half[c] <= limit;
    nearest[i] = near == 1 ? std::find(half, half + k_, least) - half : settle(row, half, limit);
  }
}

template <class T>
void NearestCenter<T>::distances(const Points<T>& rows, const double* squared_norms,
                                 Scratch& scratch) const {
  grow(scratch.distances, rows.rows(), k_);
  if (direct()) {
    for (Index i = 0; i < rows.rows(); ++i)
      nearest_directly(row_of<T>(rows, i), scratch.distances.row(i).data());
    return;
  }
  grow(scratch.products, rows.rows(), k_);
  inner_products(rows, rounded_, scratch.products.topRows(rows.rows()));
  for (Index i = 0; i < rows.rows(); ++i)
    scratch.distances.row(i) = (squared_norms_.transpose().array() + squared_norms[i] -
                                2 * scratch.products.row(i).array().template cast<double>())
                                   .max(0.0);
}

template class NearestCenter<float>;
template class NearestCenter<double>;

}  // namespace germane
