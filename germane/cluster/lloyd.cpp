#include "germane/cluster/lloyd.h"

#include "germane/base/turnstile.h"
#include "germane/cluster/center_groups.h"
#include "germane/cluster/prepared_rows.h"
#include "germane/cluster/sparse_points.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace germane {
namespace {

// The share of moving rows below which bounds are tried: more where looking at all centres costs a
// row much more than keeping its bounds.
constexpr double kFewMoves = 0.12, kFewOfLongRows = 0.3;
constexpr double kLongRow = 1500;
// A gain below this share of the inertia is rounding: without a limit, ties could go round in
// circles.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

template <class Rows>
Lloyd<Rows>::Lloyd(const Rows& rows, const std::vector<double>* weights, Index k, Index workers,
                   double bytes, UseBounds bounds, const Share& share)
    : rows_(rows),
      weights_(weights),
      k_(k),
      d_(rows.columns()),
      use_bounds_(bounds),
      nearest_(k, rows.columns()),
      bounds_(rows, k, bytes),
      labels_(static_cast<std::size_t>(rows.count())),
      previous_(labels_),
      share_(share),
      own_(k, rows.columns()),
      joined_(share.dealt() ? own_ : Sums(0, 0)),
      scratch_(static_cast<std::size_t>(workers)) {
  assert(k >= 1 && share.all(rows.count()) >= k);
}

template <class Rows>
void Lloyd<Rows>::Sums::clear() {
  rows.setZero();
  std::fill(weight.begin(), weight.end(), 0.0);
  std::fill(counts.begin(), counts.end(), 0.0);
}

template <class Rows>
LloydOutcome Lloyd<Rows>::run(const RowMatrix<double>& start, Index iterations, double tolerance,
                              const Execution& execution, const std::function<void(Index)>& each) {
  centers_ = start;
  std::fill(labels_.begin(), labels_.end(), -1);
  own_.clear();
  bounds_.stop();
  wait_ = 1;
  try_at_ = 0;

  LloydOutcome outcome;
  double now = 0, center_gain = 0;
  bool summed_anew = false;
  for (Index pass = 0;; ++pass) {
    execution.stop_if_requested();
    choose_bounds(pass);
    assign(execution);
    const bool reseeded = fill_empty_clusters(execution);
    const bool changed =
        reseeded ? share_.sum("reseeded", labels_ != previous_ ? 1.0 : 0.0) > 0 : all().moved > 0;
    const double gain = all().gain + center_gain, before = now;
    now -= gain;  // the first pass starts from 0, and its gain is what rows then have to lose
    if (changed) summed_anew = false;
    // After reseeding the other rows have not yet seen the new centres.
    outcome.converged =
        (!changed && summed_anew) ||
        (pass > 0 && changed && !reseeded && gain <= std::max(tolerance, kRounding) * before);
    if (outcome.converged || (changed && outcome.iterations == iterations)) break;
    if (changed) {
      center_gain = update_centers();
      each(++outcome.iterations);
      continue;
    }
    sum_anew(execution);
    summed_anew = true;
    center_gain = update_centers();
    outcome.converged = centers_ == assigned_;
    if (outcome.converged) break;
  }
  outcome.inertia = inertia(execution);
  return outcome;
}

template <class Rows>
void Lloyd<Rows>::choose_bounds(Index pass) {
  if (use_bounds_ == UseBounds::kNever || !bounds_.usable() || pass == 0) return;
  const bool always = use_bounds_ == UseBounds::kAlways;
  const double plain = bounds_.plain_cost(static_cast<double>(rows_.count()));
  if (bounds_.active()) {
    // The first search with bounds looks at everything, to have them.
    if (always || pass == try_at_ + 1 || cost_ < plain) return;
    bounds_.stop();
    wait_ *= 2;
    try_at_ = pass + wait_;
    return;
  }
  const double few_moves = bounds_.plain_cost(1) > kLongRow ? kFewOfLongRows : kFewMoves;
  const bool few = own_.moved < few_moves * static_cast<double>(rows_.count());
  if (!always && (!few || pass < try_at_)) return;
  try_at_ = pass;
  nearest_.set_order(group_centers(centers_, kPanelCenters<T>));
  bounds_.start();
}

template <class Rows>
void Lloyd<Rows>::assign(const Execution& execution) {
  const bool bounded = bounds_.active();
  nearest_.set_centers(centers_);
  if (bounded) bounds_.follow(assigned_, centers_, nearest_);
  assigned_ = centers_;
  previous_ = labels_;
  own_.gain = 0;
  own_.moved = 0;
  for (Scratch& scratch : scratch_) scratch.bounds.cost = 0;
  Turnstile turnstile(rows_.streamed() ? 1 : 16);  // a block that was read makes room for the next
  rows_.for_blocks(
      execution,
      [&](Index worker, Block& block) {
        Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
        scratch.moves.clear();
        if (bounded)
          bounds_.search(block, nearest_, labels_.data(), scratch.bounds, scratch.moves);
        else
          search_plainly(block, scratch);
        turnstile.leave(
            block.number, [&] { take(block, scratch.moves); },
            [&] {
              return [this, block = std::move(block), moves = scratch.moves]() mutable {
                take(block, moves);
              };
            });
      },
      &turnstile);
  bounds_.searched();
  cost_ = 0;
  for (const Scratch& scratch : scratch_) cost_ += scratch.bounds.cost;
  join_sums();
}

// One message: all numbers in one row.
template <class Rows>
void Lloyd<Rows>::join_sums() {
  if (!share_.dealt()) return;
  std::vector<double> numbers(own_.rows.data(), own_.rows.data() + own_.rows.size());
  numbers.insert(numbers.end(), own_.weight.begin(), own_.weight.end());
  numbers.insert(numbers.end(), own_.counts.begin(), own_.counts.end());
  numbers.push_back(own_.gain);
  numbers.push_back(own_.moved);
  share_.sum("k-means", numbers);
  const double* next = numbers.data();
  joined_.rows = Eigen::Map<const RowMatrix<double>>(next, k_, d_);
  next += k_ * d_;
  joined_.weight.assign(next, next + k_);
  joined_.counts.assign(next + k_, next + 2 * k_);
  joined_.gain = next[2 * k_];
  joined_.moved = next[2 * k_ + 1];
}

template <class Rows>
void Lloyd<Rows>::search_plainly(Block& block, Scratch& scratch) {
  scratch.rows.clear();
  for (Index i = 0; i < block.count; ++i) scratch.rows.push_back(block.row(i));
  scratch.found.resize(static_cast<std::size_t>(block.count));
  nearest_.find(std::span<const typename Rows::Row>(scratch.rows),
                rows_.squared_norms() + block.first, scratch.bounds.nearest, scratch.found.data());
  const auto distance = [&](Index i, std::int32_t c) {
    return measure(scratch.rows[static_cast<std::size_t>(i)], nearest_.center(c),
                   nearest_.squared_norm(c), d_)
        .value;
  };
  // Rows without a cluster: what all have to lose at first is only compared with what is gained.
  const auto rough_distance = [&](Index i) {
    const auto& found = scratch.bounds.nearest.found[static_cast<std::size_t>(i)];
    const double squared = static_cast<double>(rows_.squared_norms()[block.first + i]) +
                           2 * static_cast<double>(found.least);
    return std::isfinite(squared) ? std::max(0.0, squared)
                                  : distance(i, scratch.found[static_cast<std::size_t>(i)]);
  };
  for (Index i = 0; i < block.count; ++i) {
    const std::int32_t from = labels_[static_cast<std::size_t>(block.first + i)];
    const std::int32_t to = scratch.found[static_cast<std::size_t>(i)];
    if (from == to) continue;
    const double gain =
        from < 0 ? -rough_distance(i) : std::max(0.0, distance(i, from) - distance(i, to));
    scratch.moves.push_back({i, from, to, gain});
  }
}

// In the order of blocks.
template <class Rows>
void Lloyd<Rows>::take(Block& block, const std::vector<Move>& moves) {
  for (const Move& move : moves) {
    const Index row = block.first + move.row;
    const double w = weight(row);
    const typename Rows::Row numbers = block.row(move.row);
    if (move.from >= 0) add_to_cluster(move.from, numbers, -w);
    add_to_cluster(move.to, numbers, w);
    labels_[static_cast<std::size_t>(row)] = move.to;
    own_.gain += w * move.gain;
  }
  own_.moved += static_cast<double>(moves.size());
}

// A negative weight takes the row away.
template <class Rows>
void Lloyd<Rows>::add_to_cluster(Index cluster, const typename Rows::Row& row, double w) {
  if (w == 0) return;
  add_row(row, w, own_.rows.data() + cluster * d_, d_);
  own_.weight[static_cast<std::size_t>(cluster)] += w;
  own_.counts[static_cast<std::size_t>(cluster)] += w > 0 ? 1 : -1;
}

// A row that could be taken out of its cluster: on the rank that has it, the number there.
template <class Rows>
struct Lloyd<Rows>::Furthest {
  double value = -1;  // weight times squared distance; below 0: there is none
  double rank = 0;
  double row = -1;
  double label = 0;
  double weight = 0;
  Vector point;
};

template <class Rows>
typename Lloyd<Rows>::Furthest Lloyd<Rows>::furthest_row(
    const std::vector<double>& distance) const {
  Furthest best;
  for (Index row = 0; row < rows_.count(); ++row) {
    const std::size_t i = static_cast<std::size_t>(row);
    if (weight(row) == 0 || all().counts[static_cast<std::size_t>(labels_[i])] < 2) continue;
    if (weight(row) * distance[i] <= best.value) continue;
    best.value = weight(row) * distance[i];
    best.row = static_cast<double>(row);
  }
  best.point = Vector::Zero(d_);
  if (best.row >= 0) {
    const auto row = static_cast<Index>(best.row);
    best.label = static_cast<double>(labels_[static_cast<std::size_t>(row)]);
    best.weight = weight(row);
    best.point = rows_.point(row);
  }
  if (!share_.dealt()) return best;
  best.rank = static_cast<double>(share_.ranks().rank());
  std::vector<double> numbers = {best.value, best.rank, best.row, best.label, best.weight};
  const std::size_t head = numbers.size();
  numbers.insert(numbers.end(), best.point.begin(), best.point.end());
  share_.ranks().fold("furthest-row", numbers,
                      [](std::span<double> left, std::span<const double> right) {
                        if (right[0] > left[0]) std::copy(right.begin(), right.end(), left.begin());
                      });
  const Eigen::Map<const Vector> point(numbers.data() + head, d_);
  return {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], point};
}

template <class Rows>
void Lloyd<Rows>::Sums::take_row(Index from, Index to, const Vector& point, double w) {
  rows.row(from) -= w * point.transpose();
  weight[static_cast<std::size_t>(from)] -= w;
  --counts[static_cast<std::size_t>(from)];
  rows.row(to) = w * point.transpose();
  weight[static_cast<std::size_t>(to)] = w;
  counts[static_cast<std::size_t>(to)] = 1;
}

// Each empty cluster takes the row that is furthest, by its weight, from its centre and from the
// rows so taken; a cluster of one row keeps it. As there are k such rows, there is always one.
template <class Rows>
bool Lloyd<Rows>::fill_empty_clusters(const Execution& execution) {
  if (std::find(all().counts.begin(), all().counts.end(), 0.0) == all().counts.end()) return false;
  std::vector<double> distance(labels_.size(), std::numeric_limits<double>::infinity());
  const auto compare_with = [&](const auto& center_of) {
    rows_.for_blocks(execution, [&](Index, Block& block) {
      for (Index i = 0; i < block.count; ++i) {
        double& least = distance[static_cast<std::size_t>(block.first + i)];
        const auto [center, norm] = center_of(block.first + i);
        least = std::min(least, measure(block.row(i), center, norm, d_).value);
      }
    });
  };
  compare_with([&](Index row) {
    const std::int32_t c = labels_[static_cast<std::size_t>(row)];
    return std::pair(nearest_.center(c), nearest_.squared_norm(c));
  });
  for (Index empty = 0; empty < k_; ++empty) {
    if (all().counts[static_cast<std::size_t>(empty)] > 0) continue;
    const Furthest taken = furthest_row(distance);
    assert(taken.value >= 0);
    const auto label = static_cast<Index>(taken.label);
    const double gained =
        taken.weight * (taken.point - assigned_.row(label).transpose()).squaredNorm();
    const bool here = !share_.dealt() || share_.ranks().rank() == static_cast<int>(taken.rank);
    if (here) {
      const auto row = static_cast<Index>(taken.row);
      own_.gain += gained;
      own_.take_row(label, empty, taken.point, taken.weight);
      labels_[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(empty);
      bounds_.forget(row);
    } else {
      own_.rows.row(empty).setZero();  // what rounding left of rows that came and went
      own_.weight[static_cast<std::size_t>(empty)] = 0;
    }
    if (share_.dealt()) {
      joined_.gain += gained;
      joined_.take_row(label, empty, taken.point, taken.weight);
    }
    centers_.row(empty) = taken.point;
    compare_with([&](Index) { return std::pair(taken.point.data(), taken.point.squaredNorm()); });
  }
  return true;
}

// The centres become the means; returns by how much that lowers the inertia.
template <class Rows>
double Lloyd<Rows>::update_centers() {
  double gain = 0;
  for (Index c = 0; c < k_; ++c) {
    const double w = all().weight[static_cast<std::size_t>(c)];
    const Eigen::RowVectorXd mean = all().rows.row(c) / w;
    gain += w * (mean - centers_.row(c)).squaredNorm();
    centers_.row(c) = mean;
  }
  return gain;
}

template <class Rows>
void Lloyd<Rows>::sum_anew(const Execution& execution) {
  own_.clear();
  Turnstile turnstile;
  rows_.for_blocks(
      execution,
      [&](Index, Block& block) {
        turnstile.pass(block.number, [&] {
          for (Index i = 0; i < block.count; ++i)
            add_to_cluster(labels_[static_cast<std::size_t>(block.first + i)], block.row(i),
                           weight(block.first + i));
        });
      },
      &turnstile);
  join_sums();
}

// By direct differences from the centres.
template <class Rows>
double Lloyd<Rows>::inertia(const Execution& execution) const {
  const Vector norms = centers_.rowwise().squaredNorm();
  double sum = 0;
  Turnstile turnstile;
  rows_.for_blocks(
      execution,
      [&](Index, Block& block) {
        double part = 0;
        for (Index i = 0; i < block.count; ++i) {
          const Index c = labels_[static_cast<std::size_t>(block.first + i)];
          part += weight(block.first + i) *
                  measure(block.row(i), centers_.data() + c * d_, norms[c], d_).value;
        }
        turnstile.pass(block.number, [&] { sum += part; });
      },
      &turnstile);
  return share_.sum("inertia", sum);
}

template class Lloyd<PreparedRows<float>>;
template class Lloyd<PreparedRows<double>>;
template class Lloyd<SparsePoints>;

}  // namespace germane
