#include "germane/cluster/cluster_centers.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace germane {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kTile = TiledRows::kTile;
constexpr Index kBlock = 64;
constexpr Index kWorthThreads = Index{1} << 16;  // numbers of a search from which threads pay

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

ClusterCenters::ClusterCenters(const RowMatrix<double>& rows, const Execution& execution)
    : execution_(execution),
      count_(rows.rows()),
      centers_(rows),
      sizes_(at(TiledRows::tiles(count_) * kTile), 1),
      name_(at(count_)),
      place_(at(count_)) {
  std::iota(name_.begin(), name_.end(), Index{0});
  std::iota(place_.begin(), place_.end(), Index{0});
}

ClusterCenters::Near ClusterCenters::nearest(const double* center, double size, Index skip,
                                             Index first, Index last) const {
  double distances[kBlock * kTile];
  Near best{kInfinity, std::numeric_limits<Index>::max()};
  for (; first < last; first += kBlock) {
    const Index end = std::min(last, first + kBlock);
    centers_.distances(center, first, end, distances);
    const Index begin = first * kTile, places = std::min(end * kTile, count_) - begin;
    const double* sizes = sizes_.data() + begin;
    for (Index i = 0; i < places; ++i) distances[i] *= 2 * size * sizes[i] / (size + sizes[i]);
    if (begin <= skip && skip < begin + places) distances[skip - begin] = kInfinity;
    const double least = least_of(distances, places);
    if (least > best.squared || least == kInfinity) continue;
    for (Index i = 0; i < places; ++i)
      if (distances[i] == least && (least < best.squared || name_[at(begin + i)] < best.name))
        best = {least, name_[at(begin + i)]};
  }
  return best;
}

std::pair<Index, double> ClusterCenters::nearest(Index x, Index preferred) const {
  const Index place = place_[at(x)], tiles = TiledRows::tiles(count_);
  std::vector<double> center(at(centers_.columns()));
  centers_.get(place, center.data());
  const double size = sizes_[at(place)];
  const Index tasks = count_ * centers_.columns() < kWorthThreads
                          ? 1
                          : std::min<Index>(execution_.pool.threads(), tiles / kBlock + 1);
  std::vector<Near> found(at(tasks));
  execution_.pool.run(tasks, [&](Index task) {
    found[at(task)] =
        nearest(center.data(), size, place, task * tiles / tasks, (task + 1) * tiles / tasks);
  });
  Near best = found.front();
  for (const Near& other : found)
    if (other.squared < best.squared || (other.squared == best.squared && other.name < best.name))
      best = other;
  if (preferred >= 0) {
    const Index before = place_[at(preferred)];
    double distances[kTile];
    centers_.distances(center.data(), before / kTile, before / kTile + 1, distances);
    const double other = sizes_[at(before)];
    if (distances[before % kTile] * (2 * size * other / (size + other)) <= best.squared)
      best.name = preferred;
  }
  return {best.name, best.squared};
}

void ClusterCenters::join(Index x, Index y) {
  if (x > y) std::swap(x, y);
  const Index to = place_[at(y)], from = place_[at(x)];
  std::vector<double> a(at(centers_.columns())), b(a.size());
  centers_.get(from, a.data());
  centers_.get(to, b.data());
  const double size = sizes_[at(from)] + sizes_[at(to)];
  const double share = sizes_[at(from)] / size;
  for (std::size_t j = 0; j < a.size(); ++j) b[j] += share * (a[j] - b[j]);
  centers_.set(to, b.data());
  sizes_[at(to)] = size;
  retire(x);
}

// The last one moves into its place.
void ClusterCenters::retire(Index x) {
  const Index place = place_[at(x)], last = --count_;
  if (place == last) return;
  centers_.move(last, place);
  sizes_[at(place)] = sizes_[at(last)];
  name_[at(place)] = name_[at(last)];
  place_[at(name_[at(place)])] = place;
}

}  // namespace germane
