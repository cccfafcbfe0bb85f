#include "germane/cluster/seeding.h"

#include "germane/cluster/workers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {

template <class T>
RowMatrix<double> start_at_random(const PreparedRows<T>& rows, Index k, Random& random) {
  RowMatrix<double> centers(k, rows.columns());
  const std::vector<std::int64_t> chosen = random.sample(k, rows.count());
  for (Index c = 0; c < k; ++c)
    centers.row(c) = rows.rows.row(chosen[static_cast<std::size_t>(c)]).template cast<double>();
  return centers;
}

template <class T>
SpreadStart<T>::SpreadStart(const PreparedRows<T>& rows, Index k, Index workers)
    : rows_(rows),
      k_(k),
      candidates_(2 + static_cast<Index>(std::log(static_cast<double>(k)))),
      kernel_(candidates_, rows.columns()),
      blocks_{rows.count(), (rows.count() + kernel_.block_rows() - 1) / kernel_.block_rows()},
      scratch_(static_cast<std::size_t>(workers)),
      closest_(static_cast<std::size_t>(rows.count())),
      block_sum_(static_cast<std::size_t>(blocks_.count)),
      left_(blocks_.count, candidates_),
      candidate_(candidates_, rows.columns()) {}

template <class T>
RowMatrix<double> SpreadStart<T>::start(Random& random, const Execution& execution) {
  std::fill(closest_.begin(), closest_.end(), std::numeric_limits<double>::infinity());
  RowMatrix<double> centers(k_, rows_.columns());
  const Index first = random.below(rows_.count());
  centers.row(0) = rows_.rows.row(first).template cast<double>();
  add_center(centers.data(), execution);
  for (Index c = 1; c < k_; ++c) {
    execution.stop_if_requested();
    for (Index l = 0; l < candidates_; ++l)
      candidate_.row(l) = rows_.rows.row(draw(random)).template cast<double>();
    centers.row(c) = candidate_.row(best_candidate(execution));
    add_center(centers.data() + c * rows_.columns(), execution);
  }
  return centers;
}

// A row, with a probability proportional to closest_: its block first, then the row in it.
template <class T>
Index SpreadStart<T>::draw(Random& random) const {
  // Every row is a centre already, or equal to one: any will do, Lloyd's empty clusters are
  // reseeded.
  if (!(total_ > 0)) return random.below(rows_.count());
  double rest = random.uniform() * total_;
  Index block = 0;
  while (block + 1 < blocks_.count && rest >= block_sum_[static_cast<std::size_t>(block)])
    rest -= block_sum_[static_cast<std::size_t>(block++)];
  // Rounding may leave a rest after the last row; then the last row of positive weight is it.
  Index chosen = blocks_.first(block);
  for (Index i = blocks_.first(block); i < blocks_.first(block + 1); ++i) {
    const double weight = closest_[static_cast<std::size_t>(i)];
    if (weight > 0) chosen = i;
    if (rest < weight) break;
    rest -= weight;
  }
  return chosen;
}

// By direct differences, so that rows equal to a centre have weight 0 and are never drawn.
template <class T>
void SpreadStart<T>::add_center(const double* center, const Execution& execution) {
  execution.pool.run(blocks_.count, [&](Index block) {
    double sum = 0;
    for (Index i = blocks_.first(block); i < blocks_.first(block + 1); ++i) {
      double& closest = closest_[static_cast<std::size_t>(i)];
      closest = std::min(closest, squared_distance(rows_.row(i), center, rows_.columns()));
      sum += closest;
    }
    block_sum_[static_cast<std::size_t>(block)] = sum;
  });
  total_ = 0;
  for (const double sum : block_sum_) total_ += sum;
}

template <class T>
Index SpreadStart<T>::best_candidate(const Execution& execution) {
  kernel_.set_centers(candidate_);
  run_by_workers(execution.pool, blocks_.count, [&](Index worker, Index block) {
    auto& scratch = scratch_[static_cast<std::size_t>(worker)];
    const Index first = blocks_.first(block), count = blocks_.first(block + 1) - first;
    kernel_.distances(rows_.rows.middleRows(first, count), rows_.squared_norms.data() + first,
                      scratch);
    left_.row(block).setZero();
    for (Index i = 0; i < count; ++i)
      left_.row(block) +=
          scratch.distances.row(i).cwiseMin(closest_[static_cast<std::size_t>(first + i)]);
  });
  Index best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Index l = 0; l < candidates_; ++l) {
    double sum = 0;
    for (Index block = 0; block < blocks_.count; ++block) sum += left_(block, l);
    if (sum < least) {
      least = sum;
      best = l;
    }
  }
  return best;
}

template RowMatrix<double> start_at_random(const PreparedRows<float>&, Index, Random&);
template RowMatrix<double> start_at_random(const PreparedRows<double>&, Index, Random&);
template class SpreadStart<float>;
template class SpreadStart<double>;

}  // namespace germane
