#include "germane/cluster/group_bounds.h"

#include "germane/base/processor.h"
#include "germane/cluster/prepared_rows.h"
#include "germane/cluster/sparse_points.h"
#include "germane/stats/row_loops.h"

#include <algorithm>

namespace germane {
namespace {

constexpr std::size_t kAhead = 2;  // rows are asked for before their turn

constexpr Index kMostGroups = 32;
constexpr float kSlack = 1.0F / (1 << 22);  // more than any step below rounds
constexpr float kFar = std::numeric_limits<float>::infinity();

float up(double x) { return static_cast<float>(x) * (1 + kSlack); }
float down(double x) { return x > 0 ? static_cast<float>(x) * (1 - kSlack) : 0.0F; }

// A distance that is no larger than that of a centre whose |c|^2 / 2 - x'c is `half`, nearly.
float lower_bound(float squared_norm, double half, double off) {
  const double squared = static_cast<double>(squared_norm) * (1 - kSlack) + 2 * (half - off);
  return squared > 0 ? down(std::sqrt(squared)) : 0.0F;
}

// Moves the bounds of consecutive rows: the upper ones by what their own centre moved, a group's
// lower ones by the most that a centre other than their own moved. least = the least lower bound.
// [DingYinyang15, 3.1]
[[gnu::always_inline]] inline void move_upper_loop(const float* __restrict moves,
                                                   const std::int32_t* __restrict labels,
                                                   float* __restrict upper, Index count) {
  for (Index i = 0; i < count; ++i) upper[i] = (upper[i] + moves[labels[i]]) * (1 + kSlack);
}
[[gnu::always_inline]] inline void move_lower_loop(const GroupMove move,
                                                   const std::int32_t* __restrict labels,
                                                   float* __restrict lower, float* __restrict least,
                                                   Index count) {
  for (Index i = 0; i < count; ++i) {
    const float moved = labels[i] == move.center ? move.second : move.most;
    const float left = lower[i] - moved;
    lower[i] = left > 0 ? left * (1 - kSlack) : 0.0F;
    least[i] = lower[i] < least[i] ? lower[i] : least[i];
  }
}
GERMANE_AVX2 void wide_move_upper(const float* moves, const std::int32_t* labels, float* upper,
                                  Index count) {
  move_upper_loop(moves, labels, upper, count);
}
GERMANE_AVX2 void wide_move_lower(const GroupMove move, const std::int32_t* labels, float* lower,
                                  float* least, Index count) {
  move_lower_loop(move, labels, lower, least, count);
}

}  // namespace

template <class Rows>
GroupBounds<Rows>::GroupBounds(const Rows& rows, Index k, double bytes)
    : rows_(rows), k_(k), panels_((k + kPanelCenters<T> - 1) / kPanelCenters<T>) {
  const double fit = bytes / static_cast<double>(sizeof(float) * rows.count()) - 1;
  if (k < 2 || fit < 1) return;
  groups_ = std::min(panels_, std::min(kMostGroups, static_cast<Index>(std::min(fit, 1e9))));
  per_group_ = (panels_ + groups_ - 1) / groups_;
  groups_ = (panels_ + per_group_ - 1) / per_group_;
}

template <class Rows>
void GroupBounds<Rows>::start() {
  active_ = true;
  first_ = true;
  upper_.assign(static_cast<std::size_t>(rows_.count()), kFar);
  lower_.assign(static_cast<std::size_t>(rows_.count() * groups_), 0.0F);
  move_.assign(static_cast<std::size_t>(k_), 0.0F);
  group_move_.assign(static_cast<std::size_t>(groups_), {});
  group_of_.assign(static_cast<std::size_t>(k_), 0);
}

template <class Rows>
void GroupBounds<Rows>::forget(Index row) {
  if (!active_) return;
  upper_[static_cast<std::size_t>(row)] = kFar;
  for (Index group = 0; group < groups_; ++group) lower(row, group) = 0;
}

template <class Rows>
void GroupBounds<Rows>::follow(const RowMatrix<double>& before, const RowMatrix<double>& after,
                               const NearestCenter<T>& nearest) {
  for (Index c = 0; c < k_; ++c)
    move_[static_cast<std::size_t>(c)] = up((after.row(c) - before.row(c)).norm());
  const Index width = per_group_ * kPanelCenters<T>;
  for (Index group = 0; group < groups_; ++group) {
    GroupMove& found = group_move_[static_cast<std::size_t>(group)];
    found = {};
    const Index last = std::min(k_, (group + 1) * width);
    for (Index slot = group * width; slot < last; ++slot) {
      const Index c = nearest.center_in(slot);
      const float move = move_[static_cast<std::size_t>(c)];
      group_of_[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(group);
      if (move > found.most)
        found = {static_cast<std::int32_t>(c), move, found.most};
      else
        found.second = std::max(found.second, move);
    }
  }
}

template <class Rows>
double GroupBounds<Rows>::plain_cost(double rows) const {
  const double size = rows_.numbers_per_row();
  return rows * (40 + static_cast<double>(panels_) * (size + 8));
}

template <class Rows>
void GroupBounds<Rows>::find_undecided(Index first, Index count, const std::int32_t* labels,
                                       Scratch& scratch) {
  scratch.undecided.clear();
  scratch.least.assign(static_cast<std::size_t>(count), kFar);
  float* const least = scratch.least.data();
  float* const upper = upper_.data() + first;
  const bool wide = has_avx2();
  (wide ? wide_move_upper : move_upper_loop)(move_.data(), labels + first, upper, count);
  for (Index group = 0; group < groups_; ++group)
    (wide ? wide_move_lower : move_lower_loop)(group_move_[static_cast<std::size_t>(group)],
                                               labels + first, &lower(first, group), least, count);
  for (Index i = 0; i < count; ++i)
    if (!(upper[i] < least[i])) scratch.undecided.push_back(i);
}

template <class Rows>
template <class Block>
void GroupBounds<Rows>::search(Block& block, const NearestCenter<T>& nearest,
                               const std::int32_t* labels, Scratch& scratch,
                               std::vector<Move>& moves) {
  constexpr double far = std::numeric_limits<double>::infinity();
  scratch.pending.clear();
  const float* norms = rows_.squared_norms();
  if (first_) {
    for (Index i = 0; i < block.count; ++i)
      scratch.pending.push_back(
          {i, -1, -1, 0, kFar, {0, 0}, nearest.off(norms[block.first + i]), far, far, far, false});
    for (Index group = 0; group < groups_; ++group) look_at_group(group, block, nearest, scratch);
    for (const Pending& pending : scratch.pending)
      decide_first(block.row(pending.row), block.first + pending.row,
                   labels[block.first + pending.row], pending, nearest, scratch, moves);
    return;
  }
  find_undecided(block.first, block.count, labels, scratch);
  for (std::size_t u = 0; u < scratch.undecided.size(); ++u) {
    if constexpr (std::is_pointer_v<typename Rows::Row>)
      if (!rows_.streamed() && u + kAhead < scratch.undecided.size())
        fetch_row(block.row(scratch.undecided[u + kAhead]), nearest.columns());
    const Index i = scratch.undecided[u], row = block.first + i;
    const std::int32_t own = labels[row];
    const Measured distance =
        measure(block.row(i), nearest.center(own), nearest.squared_norm(own), nearest.columns());
    const float upper = up(std::sqrt(distance.value + distance.error));
    upper_[static_cast<std::size_t>(row)] = upper;
    if (upper < scratch.least[static_cast<std::size_t>(i)]) continue;
    scratch.pending.push_back(
        {i, own, -1, 0, upper, distance, nearest.off(norms[row]), far, far, far, false});
  }
  for (Index group = 0; group < groups_; ++group) look_at_group(group, block, nearest, scratch);
  for (const Pending& pending : scratch.pending)
    decide(block.row(pending.row), block.first + pending.row, pending, nearest, scratch, moves);
  scratch.cost += static_cast<double>(block.count * (4 + groups_)) +
                  static_cast<double>(scratch.undecided.size()) * (80 + rows_.numbers_per_row()) +
                  static_cast<double>(scratch.pending.size()) * 80;
}

template <class Rows>
template <class Block>
void GroupBounds<Rows>::look_at_group(Index group, Block& block, const NearestCenter<T>& nearest,
                                      Scratch& s) {
  s.rows.clear();
  s.listed.clear();
  for (std::size_t p = 0; p < s.pending.size(); ++p) {
    const Pending& pending = s.pending[p];
    if (lower(block.first + pending.row, group) > pending.upper) continue;
    s.listed.push_back(static_cast<Index>(p));
    s.rows.push_back(block.row(pending.row));
  }
  if (s.rows.empty()) return;
  const Index panels = last_panel(group) - first_panel(group);
  s.cost += static_cast<double>(s.rows.size()) *
            (60 + static_cast<double>(panels) * (rows_.numbers_per_row() + 8));
  if (s.found.size() < s.rows.size()) s.found.resize(s.rows.size());
  nearest.panels().least_two(first_panel(group), last_panel(group),
                             std::span<const typename Rows::Row>(s.rows), s.found.data());
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    Pending& pending = s.pending[static_cast<std::size_t>(s.listed[i])];
    const Index row = block.first + pending.row;
    const double least = static_cast<double>(s.found[i].least);
    const double second = static_cast<double>(s.found[i].second);
    const Index center = nearest.center_in(s.found[i].slot);
    const bool own = center == pending.own;
    const double other = own ? second : least;
    lower(row, group) = lower_bound(rows_.squared_norms()[row], other, pending.off);
    if (own) {
      pending.doubt = pending.doubt || second - least <= 2 * pending.off;
    } else if (least < pending.least) {
      pending.next = std::min(pending.next, pending.least);
      pending.least = least;
      pending.best = static_cast<std::int32_t>(center);
      pending.best_group = group;
      pending.beside = second;
    } else {
      pending.next = std::min(pending.next, least);
    }
  }
}

// Whether the best candidate is nearer than the row's own centre: by bounds on both, then by direct
// differences, and if there are several candidates, among all that products leave in doubt.
template <class Rows>
template <class Row>
void GroupBounds<Rows>::decide(const Row& row, Index number, const Pending& p,
                               const NearestCenter<T>& nearest, Scratch& scratch,
                               std::vector<Move>& moves) {
  const float norm = rows_.squared_norms()[number];
  std::int32_t to = p.own;
  if (p.doubt || (p.best >= 0 && std::min(p.next, p.beside) - p.least <= 2 * p.off)) {
    to = settle(row, number, nearest, scratch);
    if (to == p.own) return;
    const Measured distance =
        measure(row, nearest.center(to), nearest.squared_norm(to), nearest.columns());
    moves.push_back({p.row, p.own, to, std::max(0.0, p.distance.value - distance.value)});
    return;
  }
  if (p.best < 0) return;
  const double least = static_cast<double>(norm) * (1 - kSlack) + 2 * (p.least - p.off);
  if (least > p.distance.value + p.distance.error) return;
  const Measured candidate =
      measure(row, nearest.center(p.best), nearest.squared_norm(p.best), nearest.columns());
  double own = p.distance.value, other = candidate.value;
  if (std::abs(own - other) <= p.distance.error + candidate.error) {
    own = squared_distance(row, nearest.center(p.own), nearest.columns());
    other = squared_distance(row, nearest.center(p.best), nearest.columns());
  }
  if (other > own || (other == own && p.own < p.best)) return;
  upper_[static_cast<std::size_t>(number)] = up(std::sqrt(candidate.value + candidate.error));
  lower(number, p.best_group) = lower_bound(norm, p.beside, p.off);
  float& left = lower(number, group_of_[static_cast<std::size_t>(p.own)]);
  left = std::min(left, down(std::sqrt(std::max(0.0, p.distance.value - p.distance.error))));
  moves.push_back({p.row, p.own, p.best, std::max(0.0, own - other)});
}

// The same where no bounds are known yet: every group was looked at, and none is the row's own.
template <class Rows>
template <class Row>
void GroupBounds<Rows>::decide_first(const Row& row, Index number, std::int32_t label,
                                     const Pending& p, const NearestCenter<T>& nearest,
                                     Scratch& scratch, std::vector<Move>& moves) {
  const float norm = rows_.squared_norms()[number];
  std::int32_t to = p.best;
  if (std::min(p.next, p.beside) - p.least <= 2 * p.off) {
    to = settle(row, number, nearest, scratch);
  } else {
    lower(number, p.best_group) = lower_bound(norm, p.beside, p.off);
    const double most = static_cast<double>(norm) * (1 + kSlack) + 2 * (p.least + p.off);
    upper_[static_cast<std::size_t>(number)] = up(std::sqrt(std::max(0.0, most)));
  }
  if (to == label) return;
  const auto distance = [&](std::int32_t c) {
    return measure(row, nearest.center(c), nearest.squared_norm(c), nearest.columns()).value;
  };
  moves.push_back({p.row, label, to, std::max(0.0, distance(label) - distance(to))});
}

template <class Rows>
template <class Row>
std::int32_t GroupBounds<Rows>::settle(const Row& row, Index number,
                                       const NearestCenter<T>& nearest, Scratch& scratch) {
  const float norm = rows_.squared_norms()[number];
  const std::int32_t nearest_one = nearest.settle(row, norm, scratch.nearest);
  const double off = nearest.off(norm);
  const Index width = per_group_ * kPanelCenters<T>;
  for (Index group = 0; group < groups_; ++group) {
    double least = std::numeric_limits<double>::infinity();
    for (Index slot = group * width; slot < std::min(k_, (group + 1) * width); ++slot)
      if (nearest.center_in(slot) != nearest_one)
        least = std::min(
            least, static_cast<double>(scratch.nearest.halves[static_cast<std::size_t>(slot)]));
    lower(number, group) = lower_bound(norm, least, off);
  }
  const Measured distance = measure(row, nearest.center(nearest_one),
                                    nearest.squared_norm(nearest_one), nearest.columns());
  upper_[static_cast<std::size_t>(number)] = up(std::sqrt(distance.value + distance.error));
  return nearest_one;
}

template class GroupBounds<PreparedRows<float>>;
template class GroupBounds<PreparedRows<double>>;
template class GroupBounds<SparsePoints>;
template void GroupBounds<PreparedRows<float>>::search(PreparedRows<float>::Block&,
                                                       const NearestCenter<float>&,
                                                       const std::int32_t*, Scratch&,
                                                       std::vector<Move>&);
template void GroupBounds<PreparedRows<double>>::search(PreparedRows<double>::Block&,
                                                        const NearestCenter<double>&,
                                                        const std::int32_t*, Scratch&,
                                                        std::vector<Move>&);
template void GroupBounds<SparsePoints>::search(SparsePoints::Block&, const NearestCenter<double>&,
                                                const std::int32_t*, Scratch&, std::vector<Move>&);

}  // namespace germane
