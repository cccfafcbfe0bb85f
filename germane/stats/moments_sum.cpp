#include "germane/stats/moments_sum.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace germane {

template <class T>
MomentsSum<T>::MomentsSum(Index columns, bool with_scatter, const Pool* tiles)
    : buffer_(product_rows(columns, sizeof(T)), columns),
      weights_(static_cast<std::size_t>(buffer_.rows())),
      center_(columns),
      sum_(Vector::Zero(columns)),
      spread_(Vector::Zero(columns)),
      moments_(columns, false),
      // Tiled sums are taken once, after all rows: over so many, one centre may be far off.
      rejoins_(tiles != nullptr) {
  if (with_scatter) scatter_.emplace(columns, tiles);
}

template <class T>
void MomentsSum<T>::sample_row(const T* row) {
  const Index d = buffer_.cols();
  if (sampled_++ == 0) std::copy(row, row + d, center_.data());
  sum_row(row, center_.data(), 1, sum_.data(), d);
}

template <class T>
void MomentsSum<T>::center_sample() {
  const auto count = static_cast<double>(std::exchange(sampled_, 0));
  center_ = (center_.template cast<double>() + sum_ / count).template cast<T>();
  sum_.setZero();
  centered_ = true;
}

template <class T>
void MomentsSum<T>::add_first(const T* row, T* to, double weight) {
  const Index d = buffer_.cols();
  if (filled_ == 1) std::copy(row, row + d, center_.data());
  std::copy(row, row + d, to);
  weights_[static_cast<std::size_t>(filled_ - 1)] = weight;
  sum_row(row, center_.data(), weight, sum_.data(), d);
}

template <class T>
void MomentsSum<T>::center_first() {
  center_ = (center_.template cast<double>() + sum_ / weight_).template cast<T>();
  sum_.setZero();
  for (Index i = 0; i < filled_; ++i) {
    T* row = buffer_.row(i).data();
    center_and_sum(row, row, center_.data(), std::sqrt(weights_[static_cast<std::size_t>(i)]),
                   sum_.data(), buffer_.cols());
  }
  centered_ = true;
}

template <class T>
void MomentsSum<T>::flush() {
  if (filled_ == 0) return;
  if (!centered_) center_first();
  if (scatter_)
    scatter_->add_block(buffer_, filled_);
  else
    for (Index i = 0; i < filled_; ++i)
      add_squares(buffer_.row(i).data(), spread_.data(), buffer_.cols());
  filled_ = 0;
  if (rejoins_) join();
}

// Joins the rows since the centre was chosen to those before: na nb / (na + nb) dd', where d is the
// difference of their means.
template <class T>
void MomentsSum<T>::join() {
  if (weight_ == 0) return;
  const Vector miss = sum_ / weight_;  // how far the centre is from the mean
  const Vector mean = center_.template cast<double>() + miss;
  if (scatter_)
    scatter_->subtract(weight_, miss);
  else
    spread_ -= weight_ * miss.cwiseAbs2();
  const double total = moments_.weight + weight_;
  const double factor = moments_.weight * (weight_ / total);
  const Vector difference = mean - moments_.mean;
  if (factor > 0 && scatter_)
    Eigen::Map<Vector>(scatter_->add_term(), buffer_.cols()) = std::sqrt(factor) * difference;
  moments_.spread += spread_.cwiseMax(0) + factor * difference.cwiseAbs2();
  moments_.mean = factor > 0 ? (moments_.mean + (weight_ / total) * difference).eval() : mean;
  moments_.weight = total;

  centered_ = false;
  weight_ = 0;
  sum_.setZero();
  spread_.setZero();
}

template <class T>
Moments MomentsSum<T>::take() {
  flush();
  join();
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
