// Where k-means starts: rows far from each other (k-means++ of Arthur and Vassilvitskii 2007, plain
// or greedy), or any k rows. Where the rows are dealt to the ranks of a job, all of them draw the
// same numbers, and the rank that has a row tells it to the others.
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/random.h"
#include "germane/cluster/nearest_center.h"
#include "germane/stats/share.h"

#include <vector>

namespace germane {

// k different rows of positive weight, each set of them as likely as any other. Rows are a
// PreparedRows or SparsePoints; weights null = 1.
template <class Rows>
RowMatrix<double> start_at_random(const Rows& rows, const std::vector<double>* weights, Index k,
                                  Random& random, const Share& share = {});

// The first centre is a row drawn by weight. Each further one is drawn with a probability
// proportional to weight times squared distance from the nearest centre so far. Greedy: of 2 + log
// k rows so drawn, the one that leaves the smallest sum of those. Cost: O(n d k), greedy times log
// k.
template <class Rows>
class SpreadStart {
 public:
  SpreadStart(const Rows& rows, const std::vector<double>* weights, Index k, bool greedy,
              Index workers, const Share& share = {});

  RowMatrix<double> start(Random& random, const Execution& execution);

 private:
  using T = typename Rows::Scalar;
  struct Scratch {
    typename NearestCenter<T>::Scratch nearest;
    std::vector<typename Rows::Row> rows;
    std::vector<double> distances;
  };

  double weight(Index row) const {
    return weights_ ? (*weights_)[static_cast<std::size_t>(row)] : 1.0;
  }
  // The number here of a row that is drawn; -1: another rank has it.
  Index draw(Random& random) const;
  Index draw_any(Random& random) const;
  void find_total();
  void add_center(const Vector& center, const Execution& execution);
  Index best_candidate(const Execution& execution);
  void sum_blocks();

  const Rows& rows_;
  const std::vector<double>* weights_;
  const Index k_, candidates_, blocks_;
  NearestCenter<T> kernel_;
  std::vector<Scratch> scratch_;   // by worker
  std::vector<double> closest_;    // squared distance of each row from the nearest centre so far
  std::vector<double> block_sum_;  // of weight times closest_
  RowMatrix<double> left_;         // blocks x candidates: the sum a candidate would leave
  RowMatrix<double> candidate_;
  const Share share_;
  std::vector<double> rank_sum_;  // of block_sum_, by rank
  double total_ = 0;              // of them
};

}  // namespace germane
