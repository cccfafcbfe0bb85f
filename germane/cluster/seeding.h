// Where k-means starts: rows far from each other (greedy k-means++ of Arthur and Vassilvitskii
// 2007), or any k rows.
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/random.h"
#include "germane/cluster/nearest_center.h"
#include "germane/cluster/prepared_rows.h"
#include "germane/cluster/workers.h"

#include <vector>

namespace germane {

// k different rows, each set of them as likely as any other.
template <class T>
RowMatrix<double> start_at_random(const PreparedRows<T>& rows, Index k, Random& random);

// The first centre is any row; each further one is, of 2 + log k rows drawn with a probability
// proportional to their squared distance from the nearest centre so far, the one that leaves the
// smallest sum of those distances. Cost: O(n d k log k).
template <class T>
class SpreadStart {
 public:
  SpreadStart(const PreparedRows<T>& rows, Index k, Index workers);

  RowMatrix<double> start(Random& random, const Execution& execution);

 private:
  Index draw(Random& random) const;
  void add_center(const double* center, const Execution& execution);
  Index best_candidate(const Execution& execution);

  const PreparedRows<T>& rows_;
  const Index k_;
  const Index candidates_;
  NearestCenter<T> kernel_;
  const Parts blocks_;
  std::vector<typename NearestCenter<T>::Scratch> scratch_;  // by worker
  std::vector<double> closest_;    // squared distance of each row from the nearest centre so far
  std::vector<double> block_sum_;  // of closest_
  RowMatrix<double> left_;         // blocks x candidates: the sum a candidate would leave
  RowMatrix<double> candidate_;
  double total_ = 0;
};

extern template class SpreadStart<float>;
extern template class SpreadStart<double>;

}  // namespace germane
