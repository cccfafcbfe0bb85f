#include "germane/stats/moments_sum.h"

#include <cmath>
#include <type_traits>

namespace germane {

template <class T>
MomentsSum<T>::MomentsSum(Index columns, bool with_scatter, const Pool* tiles)
    : buffer_(product_rows(columns, sizeof(T)), columns),
      weights_(static_cast<std::size_t>(buffer_.rows())),
      moments_(columns, false) {
  if (with_scatter) scatter_.emplace(columns, tiles);
}

template <class T>
void MomentsSum<T>::flush() {
  if (filled_ == 0) return;
  const Index d = buffer_.cols();

  // Mean of the block, in float64.
  double weight = 0;
  Vector mean = Vector::Zero(d);
  for (Index i = 0; i < filled_; ++i) {
    const double w = weights_[static_cast<std::size_t>(i)];
    const T* row = buffer_.row(i).data();
    weight += w;
    for (Index j = 0; j < d; ++j) mean[j] += w * static_cast<double>(row[j]);
  }
  mean /= weight;

  // Centre the block on it, weights as their roots.
  Vector spread = Vector::Zero(d);
  for (Index i = 0; i < filled_; ++i) {
    const double root = weighted_ ? std::sqrt(weights_[static_cast<std::size_t>(i)]) : 1;
    T* row = buffer_.row(i).data();
    for (Index j = 0; j < d; ++j) {
      const double centred = root * (static_cast<double>(row[j]) - mean[j]);
      row[j] = static_cast<T>(centred);
    }
    if (!scatter_)
      for (Index j = 0; j < d; ++j) spread[j] += static_cast<double>(row[j]) * static_cast<double>(row[j]);
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
