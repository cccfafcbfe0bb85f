// Sums the moments of rows as they come: each block is centred on its own mean, multiplied, and
// joined to what came before by one rank-one term.
#pragma once

#include "germane/stats/moments.h"
#include "germane/stats/row_loops.h"
#include "germane/stats/scatter_sum.h"

#include <optional>
#include <vector>

namespace germane {

template <class T>
class MomentsSum {
 public:
  MomentsSum(Index columns, bool with_scatter, const Pool* tiles);

  // One more row of the given weight; `rows`: how many rows it stands for.
  void add_row(const T* row, double weight = 1, Index rows = 1) {
    if (filled_ == buffer_.rows()) flush();
    weights_[static_cast<std::size_t>(filled_)] = weight;
    weighted_ = weighted_ || weight != 1;
    moments_.rows += rows;
    copy_and_sum(row, buffer_.row(filled_++).data(), weight, sum_.data(), buffer_.cols());
  }

  // The moments of all that was added; the sum starts anew.
  Moments take();

 private:
  void flush();

  RowMatrix<T> buffer_;
  std::vector<double> weights_;
  Vector sum_;  // of the rows in the buffer, times their weights
  Index filled_ = 0;
  bool weighted_ = false;
  Moments moments_;  // without scatter: that is in scatter_
  std::optional<ScatterSum<T>> scatter_;
};

extern template class MomentsSum<float>;
extern template class MomentsSum<double>;

}  // namespace germane
