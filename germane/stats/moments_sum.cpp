#include "germane/stats/moments_sum.h"

#include <cmath>
#include <type_traits>

namespace germane {

template <class T>
MomentsSum<T>::MomentsSum(Index columns, bool with_scatter, const Pool* tiles)
    : buffer_(product_rows(columns, sizeof(T)), columns),
      weights_(static_cast<std::size_t>(buffer_.rows())),
      sum_(Vector::Zero(columns)),
      moments_(columns, false) {
  if (with_scatter) scatter_.emplace(columns, tiles);
}

template <class T>
void MomentsSum<T>::flush() {
  if (filled_ == 0) return;
  const Index d = buffer_.cols();

  // Centre the block on its mean, weights as their roots.
  double weight = 0;
  for (Index i = 0; i < filled_; ++i) weight += weights_[static_cast<std::size_t>(i)];
  const Vector mean = sum_ / weight;
  sum_.setZero();
  Vector spread = Vector::Zero(d);
  for (Index i = 0; i < filled_; ++i) {
    const double root = weighted_ ? std::sqrt(weights_[static_cast<std::size_t>(i)]) : 1;
    T* row = buffer_.row(i).data();
    center_row(row, row, mean.data(), root, d);
    if (!scatter_) spread += buffer_.row(i).transpose().template cast<double>().cwiseAbs2();
  }
  if (scatter_) scatter_->add_block(buffer_, filled_);
  filled_ = 0;
  weighted_ = false;

  // Join it to the blocks before: na nb / (na + nb) dd'.
  if (moments_.weight == 0) {
    moments_.weight = weight;
    moments_.mean = mean;
    moments_.spread = spread;
    return;
  }
  const double total = moments_.weight + weight;
  const double factor = moments_.weight * (weight / total);
  const Vector difference = mean - moments_.mean;
  if (scatter_)
    Eigen::Map<Vector>(scatter_->add_term(), d) = std::sqrt(factor) * difference;
  else
    moments_.spread += spread + factor * difference.cwiseAbs2();
  moments_.mean += (weight / total) * difference;
  moments_.weight = total;
}

template <class T>
Moments MomentsSum<T>::take() {
  flush();
  if (scatter_) {
    moments_.scatter = scatter_->take();
    moments_.spread = moments_.scatter.diagonal();
  }
  moments_.float32 = std::is_same_v<T, float> && moments_.rows > 0;
  const Index d = moments_.columns();
  return std::exchange(moments_, Moments(d, false));
}

template class MomentsSum<float>;
template class MomentsSum<double>;

}  // namespace germane
