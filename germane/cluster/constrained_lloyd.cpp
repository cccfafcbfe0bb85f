#include "germane/cluster/constrained_lloyd.h"

#include "germane/cluster/exact_distance.h"
#include "germane/stats/row_loops.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace germane {

namespace {

constexpr Index kBlock = 512;  // nodes at once

// A function of the sizes alone, never of the threads: at most 32 parts of at least 512 nodes,
// whose sums (k d numbers each) fit into 32 MB.
Index count_parts(Index nodes, Index columns, Index k) {
  return std::clamp<Index>(std::min(nodes / 512, (Index{1} << 22) / (k * columns)), 1, 32);
}

}  // namespace

template <class T>
void ConstrainedLloyd<T>::Sums::clear() {
  differences.setZero();
  std::fill(weights.begin(), weights.end(), 0.0);
  std::fill(nodes.begin(), nodes.end(), 0);
  inertia = 0;
  changed = false;
}

template <class T>
void ConstrainedLloyd<T>::Sums::add(const Sums& other) {
  differences += other.differences;
  for (std::size_t c = 0; c < nodes.size(); ++c) {
    weights[c] += other.weights[c];
    nodes[c] += other.nodes[c];
  }
  inertia += other.inertia;
  changed = changed || other.changed;
}

template <class T>
ConstrainedLloyd<T>::ConstrainedLloyd(const NodePoints<T>& points, const ConstrainedNodes& nodes,
                                      Index k)
    : points_(points),
      nodes_(nodes),
      k_(k),
      parts_{points.count(), count_parts(points.count(), points.columns(), k)},
      linked_(nodes, k),
      nearest_(k, points.columns()),
      squared_norms_(points.squared_norms().begin(), points.squared_norms().end()),
      place_(at(points.count()), -1),
      linked_label_(nodes.linked.size()),
      cost_(nodes.places(), k),
      labels_(at(points.count())),
      previous_(labels_),
      distance_(labels_.size()) {
  for (Index p = 0; p < nodes.places(); ++p) place_[at(nodes.linked[at(p)])] = p;
  sums_.differences.resize(k, points.columns());
  sums_.weights.resize(at(k));
  sums_.nodes.resize(at(k));
  part_sums_.assign(at(parts_.count), sums_);
}

template <class T>
ConstrainedOutcome ConstrainedLloyd<T>::run(const RowMatrix<double>& start, Index iterations,
                                            double tolerance, const Execution& execution,
                                            const std::function<void(Index)>& each) {
  centers_ = start;
  std::fill(labels_.begin(), labels_.end(), Index{-1});
  ConstrainedOutcome outcome;
  for (bool first = true;; first = false) {
    execution.stop_if_requested();
    assign(first, execution);
    const bool reseeded = fill_empty_clusters(false);
    const double before = outcome.objective;
    outcome.objective = objective();
    outcome.trace.push_back(outcome.objective);
    // Without a gain only rounding is left to move nodes; but after reseeding the others have not
    // yet seen the new centres.
    outcome.converged =
        !sums_.changed || (!first && !reseeded && before - outcome.objective <= tolerance * before);
    if (outcome.converged || outcome.iterations == iterations) break;
    update_centers();
    each(++outcome.iterations);
  }
  fill_empty_clusters(true);
  outcome.penalty = penalty_;
  return outcome;
}

template <class T>
void ConstrainedLloyd<T>::assign(bool first, const Execution& execution) {
  labels_.swap(previous_);
  assign_linked(first, execution);
  nearest_.set_centers(centers_);
  execution.pool.run(parts_.count, [&](Index part) { assign_part(part); });
  sums_.clear();
  for (const Sums& part : part_sums_) sums_.add(part);
}

template <class T>
void ConstrainedLloyd<T>::assign_linked(bool first, const Execution& execution) {
  if (nodes_.places() == 0) return;
  const Parts parts{nodes_.places(), std::min<Index>(nodes_.places(), 64)};
  execution.pool.run(parts.count, [&](Index part) {
    for (Index p = parts.first(part); p < parts.first(part + 1); ++p) {
      const Index node = nodes_.linked[at(p)];
      for (Index c = 0; c < k_; ++c)
        cost_(p, c) = points_.weights[at(node)] *
                      squared_distance(points_.row(node), centers_.data() + c * points_.columns(),
                                       points_.columns());
    }
  });
  const auto value = [&](const std::vector<Index>& label) {
    double sum = linked_.penalty(label);
    for (Index p = 0; p < nodes_.places(); ++p) sum += cost_(p, label[at(p)]);
    return sum;
  };
  if (first) {
    linked_label_ = nodes_.start;
    if (linked_label_.empty()) linked_label_.assign(nodes_.linked.size(), -1);
  }
  const bool from_start = first && !nodes_.start.empty();
  linked_.improve(cost_, linked_label_, execution);
  if (from_start && linked_.soft()) {
    // The cheapest labels may be a better beginning than labels under which all links hold.
    std::vector<Index> other(nodes_.linked.size(), -1);
    linked_.improve(cost_, other, execution);
    if (value(other) < value(linked_label_)) linked_label_ = std::move(other);
  }
  penalty_ = linked_.penalty(linked_label_);
}

template <class T>
void ConstrainedLloyd<T>::assign_part(Index part) {
  // Of its own while it is summed: parts that stand side by side would share lines of the cache.
  Sums sums = part_sums_[at(part)];
  sums.clear();
  typename NearestCenter<T>::Scratch scratch;
  const Index last = parts_.first(part + 1);
  for (Index first = parts_.first(part); first < last; first += kBlock) {
    const Index count = std::min(kBlock, last - first);
    find_nearest(first, count, scratch);
    for (Index node = first; node < first + count; ++node) add_to_sums(node, sums);
  }
  part_sums_[at(part)] = std::move(sums);
}

// Nodes with links keep the labels that were found for them.
template <class T>
void ConstrainedLloyd<T>::find_nearest(Index first, Index count,
                                       typename NearestCenter<T>::Scratch& scratch) {
  std::array<const T*, kBlock> rows;
  std::array<std::int32_t, kBlock> nearest;
  for (Index i = 0; i < count; ++i) rows[at(i)] = points_.row(first + i);
  nearest_.find(std::span<const T* const>(rows.data(), at(count)), squared_norms_.data() + first,
                scratch, nearest.data());
  for (Index i = 0; i < count; ++i) {
    const Index place = place_[at(first + i)];
    labels_[at(first + i)] = place >= 0 ? linked_label_[at(place)] : nearest[at(i)];
  }
}

template <class T>
void ConstrainedLloyd<T>::add_to_sums(Index node, Sums& sums) {
  const Index c = labels_[at(node)], d = points_.columns();
  const double weight = points_.weights[at(node)];
  distance_[at(node)] = weight * sum_difference(points_.row(node), centers_.data() + c * d, weight,
                                                sums.differences.data() + c * d, d);
  sums.inertia += distance_[at(node)];
  sums.weights[at(c)] += weight;
  ++sums.nodes[at(c)];
  sums.changed = sums.changed || c != previous_[at(node)];
}

// The node that an empty cluster takes: -1 when none can move without raising the objective, or,
// unless for nothing, with lowering it.
template <class T>
Index ConstrainedLloyd<T>::node_to_spare(bool for_nothing) const {
  Index taken = -1;
  double most = 0;
  for (Index i = 0; i < points_.count(); ++i) {
    if (sums_.nodes[at(labels_[at(i)])] < 2) continue;
    double gain = distance_[at(i)];
    if (gain < most || (gain == most && taken >= 0)) continue;
    if (const Index p = place_[at(i)]; p >= 0 && linked_.soft())
      gain += linked_.penalty_of(p, labels_[at(i)], linked_label_) -
              linked_.penalty_of(p, -1, linked_label_);
    if (gain > most || (gain == most && for_nothing && taken < 0)) {
      most = gain;
      taken = i;
    }
  }
  return taken;
}

template <class T>
bool ConstrainedLloyd<T>::fill_empty_clusters(bool for_nothing) {
  bool any = false;
  for (Index empty = 0; empty < k_; ++empty) {
    if (sums_.nodes[at(empty)] > 0) continue;
    const Index taken = node_to_spare(for_nothing);
    if (taken < 0) continue;
    any = true;
    Index& label = labels_[at(taken)];
    const auto x = points_.rows().row(taken).template cast<double>();
    const double weight = points_.weights[at(taken)];
    sums_.inertia -= weight * (x - centers_.row(label)).squaredNorm();
    sums_.differences.row(label) -= weight * (x - centers_.row(label));
    sums_.weights[at(label)] -= weight;
    --sums_.nodes[at(label)];
    label = empty;
    sums_.weights[at(empty)] = weight;
    sums_.nodes[at(empty)] = 1;
    centers_.row(empty) = x;
    if (const Index p = place_[at(taken)]; p >= 0) {
      linked_label_[at(p)] = empty;
      penalty_ = linked_.penalty(linked_label_);
    }
    // So that the next one goes elsewhere: those near the new centre count as near it already.
    for (Index i = 0; i < points_.count(); ++i)
      distance_[at(i)] =
          std::min(distance_[at(i)],
                   points_.weights[at(i)] *
                       squared_distance(points_.row(i), centers_.data() + empty * points_.columns(),
                                        points_.columns()));
  }
  if (any) sums_.changed = labels_ != previous_;
  return any;
}

template <class T>
void ConstrainedLloyd<T>::update_centers() {
  for (Index c = 0; c < k_; ++c)
    if (sums_.nodes[at(c)] > 0) centers_.row(c) += sums_.differences.row(c) / sums_.weights[at(c)];
}

template class ConstrainedLloyd<float>;
template class ConstrainedLloyd<double>;

}  // namespace germane
