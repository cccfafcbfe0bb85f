#include "germane/cluster/seeding.h"

#include "germane/cluster/exact_distance.h"
#include "germane/cluster/prepared_rows.h"
#include "germane/cluster/sparse_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {

namespace {

constexpr const char* kStep = "centres to start from";

// The rows here of these numbers, -1 = on another rank; all of them on every rank. What another
// rank has is 0 here, so that the sum is the row.
template <class Rows>
RowMatrix<double> points_of(const Rows& rows, const std::vector<Index>& chosen,
                            const Share& share) {
  RowMatrix<double> points =
      RowMatrix<double>::Zero(static_cast<Index>(chosen.size()), rows.columns());
  for (Index i = 0; i < points.rows(); ++i)
    if (const Index row = chosen[static_cast<std::size_t>(i)]; row >= 0)
      points.row(i) = rows.point(row);
  share.sum("start", {points.data(), static_cast<std::size_t>(points.size())});
  return points;
}

}  // namespace

template <class Rows>
RowMatrix<double> start_at_random(const Rows& rows, const std::vector<double>* weights, Index k,
                                  Random& random, const Share& share) {
  std::vector<Index> counted;  // only if some rows do not count
  if (weights && std::find(weights->begin(), weights->end(), 0.0) != weights->end())
    for (Index row = 0; row < rows.count(); ++row)
      if ((*weights)[static_cast<std::size_t>(row)] > 0) counted.push_back(row);
  const bool all_count = counted.empty();
  const Index here = all_count ? rows.count() : static_cast<Index>(counted.size());
  // Rows that count are numbered over the ranks, as rows are.
  const Share candidates = share.dealt() ? Share(share.ranks(), here) : share;
  std::vector<Index> chosen = random.sample(k, candidates.all(here));
  for (Index& row : chosen) {
    row = candidates.find(row);
    if (row >= 0 && !all_count) row = counted[static_cast<std::size_t>(row)];
  }
  return points_of(rows, chosen, share);
}

template <class Rows>
SpreadStart<Rows>::SpreadStart(const Rows& rows, const std::vector<double>* weights, Index k,
                               bool greedy, Index workers, const Share& share)
    : rows_(rows),
      weights_(weights),
      k_(k),
      candidates_(greedy ? 2 + static_cast<Index>(std::log(static_cast<double>(k))) : 1),
      blocks_((rows.count() + rows.block_rows() - 1) / rows.block_rows()),
      kernel_(candidates_, rows.columns()),
      scratch_(static_cast<std::size_t>(workers)),
      closest_(static_cast<std::size_t>(rows.count())),
      block_sum_(static_cast<std::size_t>(blocks_)),
      left_(blocks_, candidates_),
      candidate_(candidates_, rows.columns()),
      share_(share) {}

template <class Rows>
RowMatrix<double> SpreadStart<Rows>::start(Random& random, const Execution& execution) {
  RowMatrix<double> centers(k_, rows_.columns());
  // As if every row were as far from the centres so far.
  std::fill(closest_.begin(), closest_.end(), 1.0);
  sum_blocks();
  Vector chosen =
      points_of(rows_, {weights_ ? draw(random) : draw_any(random)}, share_).row(0).transpose();
  std::fill(closest_.begin(), closest_.end(), std::numeric_limits<double>::infinity());
  centers.row(0) = chosen;
  for (Index c = 1; c < k_; ++c) {
    execution.stop_if_requested();
    execution.progress.report(kStep, static_cast<double>(c), static_cast<double>(k_));
    add_center(chosen, execution);
    std::vector<Index> drawn;
    for (Index l = 0; l < candidates_; ++l) drawn.push_back(draw(random));
    candidate_ = points_of(rows_, drawn, share_);
    chosen = candidate_.row(candidates_ == 1 ? 0 : best_candidate(execution));
    centers.row(c) = chosen;
  }
  execution.progress.report(kStep, static_cast<double>(k_), static_cast<double>(k_));
  return centers;
}

template <class Rows>
void SpreadStart<Rows>::sum_blocks() {
  for (Index block = 0; block < blocks_; ++block) {
    double& sum = block_sum_[static_cast<std::size_t>(block)];
    sum = 0;
    const Index last = std::min(rows_.count(), (block + 1) * rows_.block_rows());
    for (Index row = block * rows_.block_rows(); row < last; ++row)
      sum += weight(row) * closest_[static_cast<std::size_t>(row)];
  }
  find_total();
}

template <class Rows>
void SpreadStart<Rows>::find_total() {
  double here = 0;
  for (const double sum : block_sum_) here += sum;
  rank_sum_ = share_.list("distances", here);
  total_ = 0;
  for (const double sum : rank_sum_) total_ += sum;
}

template <class Rows>
Index SpreadStart<Rows>::draw_any(Random& random) const {
  return share_.find(random.below(share_.all(rows_.count())));
}

// A row, with a probability proportional to weight times closest_: its rank first, then its block,
// then the row.
template <class Rows>
Index SpreadStart<Rows>::draw(Random& random) const {
  // Every row is a centre already, or equal to one: any will do, Lloyd's empty clusters are
  // reseeded.
  if (!(total_ > 0)) return draw_any(random);
  double rest = random.uniform() * total_;
  std::size_t rank = 0;
  while (rank + 1 < rank_sum_.size() && rest >= rank_sum_[rank]) rest -= rank_sum_[rank++];
  if (share_.dealt() && static_cast<int>(rank) != share_.ranks().rank()) return -1;
  Index block = 0;
  while (block + 1 < blocks_ && rest >= block_sum_[static_cast<std::size_t>(block)])
    rest -= block_sum_[static_cast<std::size_t>(block++)];
  // Rounding may leave a rest after the last row; then the last row that could be drawn is it.
  const Index first = block * rows_.block_rows();
  const Index last = std::min(rows_.count(), first + rows_.block_rows());
  Index chosen = first;
  for (Index row = first; row < last; ++row) {
    const double share = weight(row) * closest_[static_cast<std::size_t>(row)];
    if (share > 0) chosen = row;
    if (rest < share) break;
    rest -= share;
  }
  return chosen;
}

// By direct differences, so that rows equal to a centre are at distance 0 and never drawn.
template <class Rows>
void SpreadStart<Rows>::add_center(const Vector& center, const Execution& execution) {
  const double norm = center.squaredNorm();
  rows_.for_blocks(execution, [&](Index, auto& block) {
    double sum = 0;
    for (Index i = 0; i < block.count; ++i) {
      double& closest = closest_[static_cast<std::size_t>(block.first + i)];
      const Measured distance = measure(block.row(i), center.data(), norm, rows_.columns());
      closest = std::min(closest, distance.value > distance.error ? distance.value : 0.0);
      sum += weight(block.first + i) * closest;
    }
    block_sum_[static_cast<std::size_t>(block.number)] = sum;
  });
  find_total();
}

template <class Rows>
Index SpreadStart<Rows>::best_candidate(const Execution& execution) {
  kernel_.set_centers(candidate_);
  rows_.for_blocks(execution, [&](Index worker, auto& block) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    scratch.rows.clear();
    for (Index i = 0; i < block.count; ++i) scratch.rows.push_back(block.row(i));
    scratch.distances.resize(static_cast<std::size_t>(block.count * candidates_));
    kernel_.distances(std::span<const typename Rows::Row>(scratch.rows),
                      rows_.squared_norms() + block.first, scratch.nearest,
                      scratch.distances.data());
    auto left = left_.row(block.number);
    left.setZero();
    const double* distance = scratch.distances.data();
    for (Index i = 0; i < block.count; ++i)
      for (Index l = 0; l < candidates_; ++l, ++distance)
        left[l] += weight(block.first + i) *
                   std::min(*distance, closest_[static_cast<std::size_t>(block.first + i)]);
  });
  Index best = 0;
  Eigen::RowVectorXd sums = left_.colwise().sum();
  share_.sum("candidates", {sums.data(), static_cast<std::size_t>(sums.size())});
  sums.minCoeff(&best);
  return best;
}

template class SpreadStart<PreparedRows<float>>;
template class SpreadStart<PreparedRows<double>>;
template class SpreadStart<SparsePoints>;
template RowMatrix<double> start_at_random(const PreparedRows<float>&, const std::vector<double>*,
                                           Index, Random&, const Share&);
template RowMatrix<double> start_at_random(const PreparedRows<double>&, const std::vector<double>*,
                                           Index, Random&, const Share&);
template RowMatrix<double> start_at_random(const SparsePoints&, const std::vector<double>*, Index,
                                           Random&, const Share&);

}  // namespace germane
