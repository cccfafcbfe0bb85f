#include "germane/cluster/lloyd.h"

#include <algorithm>
#include <cassert>

namespace germane {
namespace {

// A function of the sizes alone, never of the threads. At most 64 parts of at least 256 rows, and
// their sums (k d numbers each) fit into 64 MB or a quarter of the rows' own space.
Index count_parts(Index rows, Index columns, Index k) {
  const Index by_space =
      std::max((Index{1} << 23) / std::max<Index>(1, k * columns), rows / (4 * k));
  return std::clamp<Index>(std::min(rows / 256, by_space), 1, 64);
}

}  // namespace

template <class T>
void Lloyd<T>::Sums::clear() {
  differences.setZero();
  std::fill(sizes.begin(), sizes.end(), 0);
  inertia = 0;
  changed = false;
}

template <class T>
void Lloyd<T>::Sums::add(const Sums& other) {
  differences += other.differences;
  for (std::size_t c = 0; c < sizes.size(); ++c) sizes[c] += other.sizes[c];
  inertia += other.inertia;
  changed = changed || other.changed;
}

template <class T>
Lloyd<T>::Lloyd(const PreparedRows<T>& rows, Index k, Index workers)
    : rows_(rows),
      k_(k),
      parts_{rows.count(), count_parts(rows.count(), rows.columns(), k)},
      nearest_(k, rows.columns()),
      labels_(static_cast<std::size_t>(rows.count())),
      previous_(labels_),
      distance_(labels_.size()),
      scratch_(static_cast<std::size_t>(workers)) {
  assert(k >= 1 && rows.count() >= k);
  sums_.differences.resize(k, rows.columns());
  sums_.sizes.resize(static_cast<std::size_t>(k));
  part_sums_.assign(static_cast<std::size_t>(parts_.count), sums_);
  for (Scratch& scratch : scratch_) scratch.difference.resize(rows.columns());
}

template <class T>
LloydOutcome Lloyd<T>::run(const RowMatrix<double>& start, Index iterations, double tolerance,
                           const Execution& execution, const std::function<void(Index)>& each) {
  centers_ = start;
  std::fill(labels_.begin(), labels_.end(), Index{-1});
  LloydOutcome outcome;
  for (bool first = true;; first = false) {
    execution.stop_if_requested();
    assign(execution);
    const bool reseeded = fill_empty_clusters();
    const double gain = outcome.inertia - sums_.inertia;
    const double before = outcome.inertia;
    outcome.inertia = sums_.inertia;
    // Without a gain only rounding is left to move rows; but after reseeding the other rows have
    // not yet seen the new centres.
    outcome.converged = !sums_.changed || (!first && !reseeded && gain <= tolerance * before);
    if (outcome.converged || outcome.iterations == iterations) return outcome;
    update_centers();
    each(++outcome.iterations);
  }
}

template <class T>
void Lloyd<T>::assign(const Execution& execution) {
  nearest_.set_centers(centers_);
  labels_.swap(previous_);
  run_by_workers(execution.pool, parts_.count, [&](Index worker, Index part) {
    assign_part(part, scratch_[static_cast<std::size_t>(worker)]);
  });
  sums_.clear();
  for (const Sums& part : part_sums_) sums_.add(part);
}

template <class T>
void Lloyd<T>::assign_part(Index part, Scratch& scratch) {
  Sums& sums = part_sums_[static_cast<std::size_t>(part)];
  sums.clear();
  const Index last = parts_.first(part + 1), d = rows_.columns();
  for (Index first = parts_.first(part); first < last; first += nearest_.block_rows()) {
    const Index count = std::min(nearest_.block_rows(), last - first);
    nearest_.find(rows_.rows.middleRows(first, count), rows_.squared_norms.data() + first,
                  scratch.nearest, labels_.data() + first);
    for (Index i = first; i < first + count; ++i) {
      const std::size_t row = static_cast<std::size_t>(i);
      const Index c = labels_[row];
      double* difference = scratch.difference.data();
      double* sum = sums.differences.data() + c * d;
      const double* center = centers_.data() + c * d;
      const T* x = rows_.row(i);
      for (Index j = 0; j < d; ++j) {
        difference[j] = static_cast<double>(x[j]) - center[j];
        sum[j] += difference[j];
      }
      distance_[row] = scratch.difference.squaredNorm();
      sums.inertia += distance_[row];
      ++sums.sizes[static_cast<std::size_t>(c)];
      sums.changed = sums.changed || c != previous_[row];
    }
  }
}

// Each empty cluster takes the row that is furthest from its centre and from the rows so taken; a
// cluster of one row keeps it. As n >= k there is always such a row.
template <class T>
bool Lloyd<T>::fill_empty_clusters() {
  bool any = false;
  for (Index empty = 0; empty < k_; ++empty) {
    if (sums_.sizes[static_cast<std::size_t>(empty)] > 0) continue;
    any = true;
    Index taken = -1;
    for (Index i = 0; i < rows_.count(); ++i) {
      const std::size_t row = static_cast<std::size_t>(i);
      if (sums_.sizes[static_cast<std::size_t>(labels_[row])] < 2) continue;
      if (taken < 0 || distance_[row] > distance_[static_cast<std::size_t>(taken)]) taken = i;
    }
    assert(taken >= 0);
    Index& label = labels_[static_cast<std::size_t>(taken)];
    const auto x = rows_.rows.row(taken).template cast<double>();
    sums_.inertia -= (x - centers_.row(label)).squaredNorm();
    sums_.differences.row(label) -= x - centers_.row(label);
    --sums_.sizes[static_cast<std::size_t>(label)];
    label = empty;
    ++sums_.sizes[static_cast<std::size_t>(empty)];
    centers_.row(empty) = x;
    for (Index i = 0; i < rows_.count(); ++i)
      distance_[static_cast<std::size_t>(i)] =
          std::min(distance_[static_cast<std::size_t>(i)],
                   squared_distance(rows_.row(i), centers_.data() + empty * rows_.columns(),
                                    rows_.columns()));
  }
  if (any) sums_.changed = labels_ != previous_;
  return any;
}

template <class T>
void Lloyd<T>::update_centers() {
  for (Index c = 0; c < k_; ++c)
    centers_.row(c) +=
        sums_.differences.row(c) / static_cast<double>(sums_.sizes[static_cast<std::size_t>(c)]);
}

template class Lloyd<float>;
template class Lloyd<double>;

}  // namespace germane
