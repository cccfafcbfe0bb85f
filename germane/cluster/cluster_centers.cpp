#include "germane/cluster/cluster_centers.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace germane {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kTile = TiledRows::kTile;
constexpr Index kMostTiles = 64;       // of a block
constexpr Index kBlockNumbers = 4096;  // which the nearest cache holds
constexpr Index kTogether = 16;        // searches that share a block while it is there

// 2 |A||B| / (|A| + |B|); never less than the smaller of the two.
double factor(double a, double b) { return 2 * a * b / (a + b); }

}  // namespace

// For the nearest of one cluster.
struct ClusterCenters::Search {
  std::vector<double> center;
  double size;
  Index place;     // of the cluster
  double squared;  // of the nearest so far
  Index nearest;   // its place; -1: none
  Index rank;      // the smaller wins among equals: how far its place is behind the cluster's
};

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

ClusterCenters::Search ClusterCenters::begin(Index x, Near known) const {
  const Index place = place_[at(x)];
  Search search{std::vector<double>(at(centers_.columns())),
                sizes_[at(place)],
                place,
                known.squared,
                -1,
                count_};
  centers_.get(place, search.center.data());
  if (known.squared == kInfinity) return search;
  search.nearest = place_[at(known.name)];
  search.rank = (search.nearest - place + count_) % count_;
  return search;
}

// Among the tiles [first, last). Most blocks are passed over by a bound that needs no division.
void ClusterCenters::look(Search& search, Index first, Index last, double* distances) const {
  centers_.distances(search.center.data(), first, last, distances);
  const Index begin = first * kTile, places = std::min(last * kTile, count_) - begin;
  const double* sizes = sizes_.data() + begin;
  if (begin <= search.place && search.place < begin + places)
    distances[search.place - begin] = kInfinity;
  if (least_scaled(distances, sizes, search.size, places) > search.squared) return;
  for (Index i = 0; i < places; ++i) {
    if (distances[i] * std::min(search.size, sizes[i]) > search.squared) continue;
    const double squared = distances[i] * factor(search.size, sizes[i]);
    if (squared > search.squared || squared == kInfinity) continue;
    const Index rank = (begin + i - search.place + count_) % count_;
    if (squared == search.squared && rank >= search.rank) continue;
    search.squared = squared;
    search.nearest = begin + i;
    search.rank = rank;
  }
}

void ClusterCenters::look(std::span<Search> searches) const {
  double distances[kMostTiles * kTile];
  const Index tiles = TiledRows::tiles(count_);
  const Index block =
      std::clamp<Index>(kBlockNumbers / (kTile * centers_.columns()), 1, kMostTiles);
  for (Index first = 0; first < tiles; first += block)
    for (Search& search : searches) look(search, first, std::min(tiles, first + block), distances);
}

void ClusterCenters::find_nearest(std::span<const Index> names, std::vector<Near>& near) const {
  const auto all = static_cast<Index>(names.size());
  const Index batch = std::clamp<Index>(all / (Index{4} * execution_.pool.threads()), 1, kTogether);
  execution_.pool.run((all + batch - 1) / batch, [&](Index task) {
    execution_.stop_if_requested();
    const auto own = names.subspan(at(task * batch), at(std::min(batch, all - task * batch)));
    std::vector<Search> searches;
    for (const Index x : own) searches.push_back(begin(x, near[at(x)]));
    look(searches);
    for (std::size_t i = 0; i < own.size(); ++i)
      if (searches[i].nearest >= 0)
        near[at(own[i])] = {searches[i].squared, name_[at(searches[i].nearest)]};
  });
}

std::pair<Index, double> ClusterCenters::nearest(Index x, Index preferred) const {
  Search search = begin(
      x, preferred < 0 ? Near{kInfinity, -1} : Near{squared_distance(x, preferred), preferred});
  search.rank = preferred < 0 ? count_ : -1;
  look({&search, 1});
  return {search.nearest < 0 ? -1 : name_[at(search.nearest)], search.squared};
}

double ClusterCenters::squared_distance(Index x, Index y) const {
  const Index own = place_[at(x)], other = place_[at(y)];
  std::vector<double> center(at(centers_.columns()));
  centers_.get(own, center.data());
  double distances[kTile];
  centers_.distances(center.data(), other / kTile, other / kTile + 1, distances);
  return distances[other % kTile] * factor(sizes_[at(own)], sizes_[at(other)]);
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
