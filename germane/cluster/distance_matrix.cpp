#include "germane/cluster/distance_matrix.h"

#include "germane/cluster/tiled_rows.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace germane {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kTaskRows = 16;                  // filled together, while tiles are in the cache
constexpr Index kCacheNumbers = Index{1} << 14;  // of the tiles that they share
constexpr std::size_t kAhead = 24;  // numbers of a column that are on their way from memory

}  // namespace

DistanceMatrix::DistanceMatrix(const RowMatrix<double>& rows, Linkage linkage,
                               const std::vector<Link>& apart, const Execution& execution)
    : linkage_(linkage),
      squared_(linkage == Linkage::kWard),
      rows_(rows.rows()),
      distances_(static_cast<std::size_t>(rows_ * (rows_ - 1) / 2)),
      active_(static_cast<std::size_t>(rows_)),
      sizes_(active_.size(), 1) {
  std::iota(active_.begin(), active_.end(), Index{0});
  fill(rows, execution);
  for (const Link& link : apart) at(link.a, link.b) = kInfinity;
}

void DistanceMatrix::fill(const RowMatrix<double>& rows, const Execution& execution) {
  const TiledRows tiled(rows);
  const Index d = rows.cols();
  const Index step = std::max<Index>(1, kCacheNumbers / (TiledRows::kTile * d));
  const Index tasks = (rows_ + kTaskRows - 1) / kTaskRows;
  execution.pool.run(tasks, [&](Index task) {
    execution.stop_if_requested();
    const Index first = task * kTaskRows, end = std::min(rows_, first + kTaskRows);
    std::vector<double> squared(static_cast<std::size_t>(step * TiledRows::kTile));
    for (Index tile = 0; tile * TiledRows::kTile < end; tile += step)
      for (Index i = first; i < end; ++i) {
        const Index begin = tile * TiledRows::kTile;
        const Index last = std::min((tile + step) * TiledRows::kTile, i);
        if (last <= begin) continue;
        tiled.distances(rows.data() + i * d, tile, TiledRows::tiles(last), squared.data());
        double* out = row(i) + begin;
        for (Index j = 0; j < last - begin; ++j)
          out[j] = squared_ ? squared[static_cast<std::size_t>(j)]
                            : std::sqrt(squared[static_cast<std::size_t>(j)]);
      }
  });
}

// Down a column every number stands on another page, and processors do not see the next one coming.
void DistanceMatrix::fetch(std::size_t position, Index column) const {
  if (position < active_.size() && active_[position] > column)
    __builtin_prefetch(row(active_[position]) + column);
}

std::pair<Index, double> DistanceMatrix::nearest(Index x, Index preferred) const {
  Index best = preferred;
  double least = kInfinity;
  if (preferred >= 0) least = x > preferred ? row(x)[preferred] : row(preferred)[x];
  const double* own = row(x);
  std::size_t i = 0;
  for (; active_[i] < x; ++i)
    if (const double distance = own[active_[i]]; distance < least) {
      least = distance;
      best = active_[i];
    }
  for (++i; i < active_.size(); ++i) {
    fetch(i + kAhead, x);
    if (const double distance = row(active_[i])[x]; distance < least) {
      least = distance;
      best = active_[i];
    }
  }
  return {best, least};
}

// The distance of x and y together to another cluster.
double DistanceMatrix::joined(Index x, Index y, Index other, double between) {
  const double to_x = at(x, other), to_y = at(y, other);
  const double size_x = sizes_[static_cast<std::size_t>(x)];
  const double size_y = sizes_[static_cast<std::size_t>(y)];
  if (linkage_ == Linkage::kComplete) return std::max(to_x, to_y);
  if (linkage_ == Linkage::kAverage) return (size_x * to_x + size_y * to_y) / (size_x + size_y);
  const double size = sizes_[static_cast<std::size_t>(other)];
  const double sum = (size_x + size) * to_x + (size_y + size) * to_y - size * between;
  return std::max(sum / (size_x + size_y + size), 0.0);
}

void DistanceMatrix::join(Index x, Index y) {
  if (x > y) std::swap(x, y);
  retire(x);
  const double between = at(x, y);
  for (std::size_t i = 0; i < active_.size(); ++i) {
    fetch(i + kAhead, x);
    fetch(i + kAhead, y);
    if (const Index other = active_[i]; other != y) at(y, other) = joined(x, y, other, between);
  }
  sizes_[static_cast<std::size_t>(y)] += sizes_[static_cast<std::size_t>(x)];
}

void DistanceMatrix::retire(Index x) {
  active_.erase(std::lower_bound(active_.begin(), active_.end(), x));
}

}  // namespace germane
