// Sums the moments of rows as they come. They are centred on the mean of a sample, or of the first
// ones, which is near enough to that of all; what it misses is taken off at the end by one rank-one
// term. So a row is read once, and nothing large is subtracted from anything large.
#pragma once

#include "germane/stats/moments.h"
#include "germane/stats/row_loops.h"
#include "germane/stats/scatter_sum.h"

#include <cmath>
#include <optional>
#include <vector>

namespace germane {

template <class T>
class MomentsSum {
 public:
  MomentsSum(Index columns, bool with_scatter, const Pool* tiles);

  // One of the rows that will be added, before the first of them is, to be centred about such.
  void sample_row(const T* row);

  // One more row of the given weight; `rows`: how many rows it stands for.
  void add_row(const T* row, double weight = 1, Index rows = 1) {
    if (filled_ == buffer_.rows()) flush();
    if (sampled_ > 0) center_sample();
    if (filled_ == kFirstRows && !centered_) center_first();
    T* const to = buffer_.row(filled_++).data();
    moments_.rows += rows;
    weight_ += weight;
    if (centered_)
      center_and_sum(row, to, center_.data(), weight == 1 ? 1 : std::sqrt(weight), sum_.data(),
                     buffer_.cols());
    else
      add_first(row, to, weight);
  }

  // The moments of all that was added; the sum starts anew.
  Moments take();

 private:
  // Enough for a centre that misses the mean of a block by little; each of them is read twice.
  static constexpr Index kFirstRows = 256;

  void add_first(const T* row, T* to, double weight);
  void center_first();
  void center_sample();
  void flush();
  void join();

  RowMatrix<T> buffer_;
  Index filled_ = 0;
  std::vector<double> weights_;  // of the rows in the buffer, until there is a centre
  Index sampled_ = 0;            // rows in sum_, when a sample is taken
  bool centered_ = false;
  Eigen::Matrix<T, Eigen::Dynamic, 1> center_;
  double weight_ = 0;  // since the centre was chosen
  Vector sum_;         // of the rows since, less the centre
  Vector spread_;      // of the rows since, about the centre; when there is no scatter
  Moments moments_;    // of the rows before; without scatter: that is in scatter_
  std::optional<ScatterSum<T>> scatter_;
  bool rejoins_;  // a centre serves one buffer only
};

extern template class MomentsSum<float>;
extern template class MomentsSum<double>;

}  // namespace germane
