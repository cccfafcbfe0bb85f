#include "germane/cluster/view_clusters.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/cluster/catalog.h"
#include "germane/cluster/held_rows.h"
#include "germane/cluster/view_directions.h"
#include "germane/linalg/matching.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace germane {
namespace {

// The mean of all rows; a map about it has the same directions wherever it was learned, and is what
// a map of reduced rows must be about (their mean is 0).
Vector mean_of(const RowSource& rows, const Execution& execution) {
  return gather_statistics(rows, GatherPlan{.scatter = false}, execution).all().total().mean;
}

class ViewClustering {
 public:
  ViewClustering(const ViewPair& views, const ViewClusterOptions& options,
                 const Execution& execution)
      : views_(views),
        options_(options),
        execution_(execution),
        objects_(views.on->rows()),
        random_(static_cast<std::uint64_t>(options.seed)) {}

  ViewClusters run() {
    require_sense();
    center_ = mean_of(*views_.on, execution_);
    k_ = options_.k.is_word() ? count_clusters() : options_.k.number;
    if (k_ > objects_)
      throw InputError("cluster views: {} for {}; --k must be at most that", counted(k_, "cluster"),
                       counted(objects_, "object"));
    found_.cluster.assign(static_cast<std::size_t>(objects_), 0);
    if (options_.parts > 0)
      divide_until_enough();
    else if (options_.sample == "halves")
      cluster_halves();
    else
      cluster_at_once();
    number();
    return std::move(found_);
  }

 private:
  void require_sense() const;
  std::pair<std::vector<Index>, std::vector<Index>> halves();
  Index count_clusters();
  Index dimensions() const;
  ViewDirections directions_of(const ViewPair& views);
  Clustering cluster(const RowSource& rows, Index k);
  void keep(const ViewDirections& directions, const Clustering& clusters, std::vector<Index> next);
  void cluster_at_once();
  void cluster_halves();
  void divide_until_enough();
  void number();

  const ViewPair& views_;
  const ViewClusterOptions& options_;
  const Execution& execution_;
  const Index objects_;
  Index k_ = 0;
  Vector center_;
  Random random_;
  ViewClusters found_;
};

void ViewClustering::require_sense() const {
  check_options(options_);
  if (objects_ == 0) throw InputError("cluster views: {} has no rows", views_.on->name());
  if (!views_.other && options_.space == "cca")
    throw InputError("cluster views: cca compares two views; give another, or --space pca");
  if (options_.parts == 1)
    throw InputError("--parts 1: a cluster is divided into 2 parts or more; 0: all at once");
  if (options_.parts > 0 && options_.sample == "halves")
    throw InputError("--parts {} and --sample halves: one of the two", options_.parts);
  if (options_.k.is_word() && options_.space == "pca")
    throw InputError(
        "--k auto counts correlations of two views, and --space pca has none; pass --k N");
}

std::pair<std::vector<Index>, std::vector<Index>> ViewClustering::halves() {
  std::vector<Index> order(static_cast<std::size_t>(objects_));
  std::iota(order.begin(), order.end(), Index{0});
  random_.shuffle(order);
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(objects_ / 2);
  std::pair<std::vector<Index>, std::vector<Index>> parts{{order.begin(), middle},
                                                          {middle, order.end()}};
  std::sort(parts.first.begin(), parts.first.end());
  std::sort(parts.second.begin(), parts.second.end());
  return parts;
}

Index ViewClustering::count_clusters() {
  if (objects_ < 6)
    throw InputError("--k auto: {} are too few to hold some out; pass --k N",
                     counted(objects_, "object"));
  const auto [first, second] = halves();
  const Vector held_out = correlations_held_out(
      chosen_objects(views_, first), chosen_objects(views_, second), options_, execution_);
  found_.held_out_correlations = held_out;
  const Index k = clusters_by_correlations(held_out, static_cast<Index>(second.size()));
  const Index shown = std::min<Index>(held_out.size(), 10);
  found_.summary.fact("held_out_correlations",
                      Value::List(held_out.begin(), held_out.begin() + shown));
  found_.summary.notes.push_back(
      fmt::format("k = {}: one more than the {} of objects held out before their largest drop", k,
                  counted(k - 1, "correlation")));
  return k;
}

Index ViewClustering::dimensions() const {
  if (!options_.dimensions.is_word()) return options_.dimensions.number;
  return std::max<Index>(1, (options_.parts > 0 ? options_.parts : k_) - 1);
}

ViewDirections ViewClustering::directions_of(const ViewPair& views) {
  execution_.stop_if_requested();
  ViewDirections found = learn_directions(views, options_, dimensions(), execution_);
  found.map.center = center_;
  return found;
}

Clustering ViewClustering::cluster(const RowSource& rows, Index k) {
  const ClusterSetup setup = find_cluster_method(options_.by).setup();
  const auto set = [&](const std::string& name, std::int64_t value) {
    for (const Option& option : setup.options)
      if (option.name == name) option.parse(std::to_string(value));
  };
  set("k", k);
  set("restarts", options_.restarts);
  set("seed", static_cast<std::int64_t>(random_.bits() >> 1));
  const SideInformation nothing;
  const Ids by_number;
  return setup.run(
      {.rows = rows, .side = nothing, .ids = by_number, .execution = execution_, .threshold = {}});
}

void ViewClustering::keep(const ViewDirections& directions, const Clustering& clusters,
                          std::vector<Index> next) {
  if (found_.splits.empty()) found_.correlations = directions.spectrum;
  if (found_.splits.empty() && directions.correlations.size() > 0)
    found_.summary.fact("correlations", Value::List(directions.correlations.begin(),
                                                    directions.correlations.end()));
  for (const std::string& warning : clusters.summary.warnings)
    found_.summary.warnings.push_back(warning);
  found_.splits.push_back({.map = directions.map,
                           .rule = clusters.rule,
                           .next = std::move(next),
                           .objects = static_cast<Index>(clusters.cluster.size())});
}

void ViewClustering::cluster_at_once() {
  const ViewDirections directions = directions_of(views_);
  const Clustering clusters = cluster(MappedRows(*views_.on, directions.map), k_);
  found_.cluster = clusters.cluster;
  std::vector<Index> next(static_cast<std::size_t>(k_));
  std::iota(next.begin(), next.end(), Index{0});
  keep(directions, clusters, std::move(next));
  for (const auto& [name, value] : clusters.summary.facts) found_.summary.fact(name, value);
}

// The mean of the rows of each cluster; of a cluster without rows, 0.
RowMatrix<double> means_in(const RowSource& rows, const std::vector<Index>& cluster, Index k) {
  RowMatrix<double> means = RowMatrix<double>::Zero(k, rows.columns());
  const std::vector<std::vector<Index>> members = Chunklets(cluster).members();
  for (std::size_t c = 0; c < members.size(); ++c)
    if (!members[c].empty())
      means.row(static_cast<Index>(c)) = rows.gather(members[c]).colwise().mean();
  return means;
}

void ViewClustering::cluster_halves() {
  if (objects_ < 2 * k_)
    throw InputError("--sample halves: {} make halves of fewer than k = {}; pass --sample one",
                     counted(objects_, "object"), k_);
  const auto [first, second] = halves();
  const ViewPair a = chosen_objects(views_, first), b = chosen_objects(views_, second);
  const ViewDirections of_a = directions_of(a), of_b = directions_of(b);
  const Clustering in_a = cluster(MappedRows(*a.on, of_b.map), k_);
  const Clustering in_b = cluster(MappedRows(*b.on, of_a.map), k_);
  // In the view itself noise that the views do not share may hide which means belong together.
  const RowMatrix<double> means_a = means_in(MappedRows(*a.on, of_a.map), in_a.cluster, k_);
  const RowMatrix<double> means_b = means_in(MappedRows(*b.on, of_a.map), in_b.cluster, k_);
  Matrix cost(k_, k_);
  for (Index i = 0; i < k_; ++i)
    for (Index j = 0; j < k_; ++j) cost(i, j) = (means_b.row(i) - means_a.row(j)).squaredNorm();
  const std::vector<Index> match = match_at_least_cost(cost);
  for (std::size_t i = 0; i < first.size(); ++i)
    found_.cluster[static_cast<std::size_t>(first[i])] = in_a.cluster[i];
  for (std::size_t i = 0; i < second.size(); ++i)
    found_.cluster[static_cast<std::size_t>(second[i])] =
        match[static_cast<std::size_t>(in_b.cluster[i])];
  // New objects are independent of either half: one of the two rules is enough for them.
  keep(of_a, in_b, match);
  found_.summary.notes.emplace_back(
      "new objects are projected on the directions of the first half, and go to the clusters of "
      "the "
      "second");
}

void ViewClustering::divide_until_enough() {
  struct Group {
    std::vector<Index> members;
    Index split = -1, part = 0;  // where it came from
    bool whole = false;          // cannot be divided
  };
  std::vector<Group> groups(1);
  groups.front().members.resize(static_cast<std::size_t>(objects_));
  std::iota(groups.front().members.begin(), groups.front().members.end(), Index{0});
  while (static_cast<Index>(groups.size()) < k_) {
    const auto largest =
        std::max_element(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
          return (a.whole ? 0 : a.members.size()) < (b.whole ? 0 : b.members.size());
        });
    if (largest->whole) {
      found_.summary.warnings.push_back(
          fmt::format("only {}: all objects of each are the same in one of the views",
                      counted(static_cast<Index>(groups.size()), "cluster")));
      break;
    }
    const ViewPair own = chosen_objects(views_, largest->members);
    ViewDirections directions;
    try {
      directions = directions_of(own);
    } catch (const NumericalError&) {  // a view of these objects does not vary
      if (found_.splits.empty()) throw;
      largest->whole = true;
      continue;
    }
    const RowMatrix<double> rows =
        gather_rows<double>(MappedRows(*own.on, directions.map), execution_);
    const Index parts =
        std::min(count_different(rows, options_.parts), k_ - static_cast<Index>(groups.size()) + 1);
    if (parts < 2) {
      largest->whole = true;
      continue;
    }
    const Clustering clusters = cluster(MemoryRows<double>(rows), parts);
    const auto split = static_cast<Index>(found_.splits.size());
    if (largest->split >= 0)
      found_.splits[static_cast<std::size_t>(largest->split)]
          .next[static_cast<std::size_t>(largest->part)] = -1 - split;
    keep(directions, clusters, std::vector<Index>(static_cast<std::size_t>(parts), 0));
    std::vector<Group> made(static_cast<std::size_t>(parts));
    for (Index part = 0; part < parts; ++part) {
      made[static_cast<std::size_t>(part)].split = split;
      made[static_cast<std::size_t>(part)].part = part;
    }
    for (std::size_t i = 0; i < largest->members.size(); ++i)
      made[static_cast<std::size_t>(clusters.cluster[i])].members.push_back(largest->members[i]);
    *largest = std::move(made.front());
    for (std::size_t part = 1; part < made.size(); ++part) groups.push_back(std::move(made[part]));
    execution_.progress.report("divide", static_cast<double>(groups.size()),
                               static_cast<double>(k_));
  }
  k_ = static_cast<Index>(groups.size());
  for (std::size_t c = 0; c < groups.size(); ++c) {
    for (const Index object : groups[c].members)
      found_.cluster[static_cast<std::size_t>(object)] = static_cast<Index>(c);
    if (groups[c].split >= 0)
      found_.splits[static_cast<std::size_t>(groups[c].split)]
          .next[static_cast<std::size_t>(groups[c].part)] = static_cast<Index>(c);
  }
  found_.summary.fact("divisions", static_cast<Index>(found_.splits.size()));
}

void ViewClustering::number() {
  const std::vector<Index> number = numbers_by_first_row(found_.cluster, k_);
  renumber(found_.cluster, number);
  for (ViewSplit& split : found_.splits)
    for (Index& next : split.next)
      if (next >= 0) next = number[static_cast<std::size_t>(next)];
  found_.sizes = cluster_sizes(found_.cluster, k_);
}

}  // namespace

ViewClusters cluster_views(const ViewPair& views, const ViewClusterOptions& options,
                           const Execution& execution) {
  return ViewClustering(views, options, execution).run();
}

Index clusters_by_correlations(const Vector& held_out, Index objects) {
  const double chance = 3 / std::sqrt(static_cast<double>(std::max<Index>(objects, 1)));
  Index above = 0;
  while (above < held_out.size() && held_out[above] > chance) ++above;
  Index best = 0;
  double drop = 0;
  for (Index i = 0; i < above; ++i) {
    const double next = i + 1 < held_out.size() ? std::max(held_out[i + 1], 0.0) : 0;
    if (held_out[i] - next > drop) {
      drop = held_out[i] - next;
      best = i + 1;
    }
  }
  return best + 1;
}

}  // namespace germane
