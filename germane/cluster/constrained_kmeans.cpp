#include "germane/cluster/constrained_kmeans.h"

#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/constrained_lloyd.h"
#include "germane/linalg/one_thread.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace germane {

namespace {

// Up to this many numbers the starts run side by side, each on one thread; above, one after the
// other, each on all threads. The results do not depend on it.
constexpr Index kSmall = Index{1} << 18;

void check(const RowSource& source, const ConstrainedKmeansOptions& options) {
  check_options(options);
  const Index n = source.rows(), d = source.columns();
  if (n == 0) throw InputError("constrained k-means: {} has no rows", source.name());
  if (d == 0) throw InputError("constrained k-means: {} has no columns", source.name());
  if (options.k > n)
    throw InputError("k = {}: must be at most the number of rows, {}", options.k, n);
  const double bytes = static_cast<double>(n) * static_cast<double>(d) *
                       (source.scalar() == Scalar::kFloat32 ? 4 : 8);
  if (bytes > options.memory)
    throw InputError(
        "constrained k-means: {} of {} take {}, above memory = {}; raise it, cluster a sample of "
        "the rows or give float32",
        counted(n, "row"), counted(d, "column"), byte_size(bytes), shortest(options.memory));
}

ConstrainedNodes nodes_of(const SideInformation& side, const Ids& ids, Index rows,
                          const ConstrainedKmeansOptions& options, Random random) {
  if (options.mode == "hard")
    return hard_nodes(side, ids, rows, options.k, options.search_steps, random);
  if (options.links_cost > 0)
    return soft_nodes(side, ids, rows, options.k, options.search_steps, random);
  SideInformation groups = side;
  groups.must_links.clear();
  groups.cannot_links.clear();
  return soft_nodes(groups, ids, rows, options.k, options.search_steps, random);
}

void require_nodes(const ConstrainedNodes& nodes, Index k) {
  if (k > nodes.nodes())
    throw InputError(
        "k = {}: must be at most the number of chunklets and rows in none, {} (of {}), as "
        "chunklets "
        "are not divided",
        k, nodes.nodes(), counted(static_cast<Index>(nodes.of_row.size()), "row"));
}

// Runs every start and keeps the best: the least objective, of equal ones the first.
template <class T>
class Restarts {
 public:
  Restarts(const NodePoints<T>& points, const ConstrainedNodes& nodes,
           const ConstrainedKmeansOptions& options, std::vector<Random> generators,
           const Execution& execution)
      : points_(points),
        nodes_(nodes),
        options_(options),
        execution_(execution),
        generators_(std::move(generators)) {
    best_.restart_objective.resize(generators_.size());
  }

  ConstrainedClusters run() {
    const Index runs = options_.restarts;
    if (runs > 1 && points_.count() * points_.columns() <= kSmall) {
      std::vector<std::unique_ptr<ConstrainedLloyd<T>>> space(at(execution_.pool.threads()));
      run_by_workers(execution_.pool, runs, [&](Index worker, Index restart) {
        auto& mine = space[at(worker)];
        if (!mine) mine = std::make_unique<ConstrainedLloyd<T>>(points_, nodes_, options_.k);
        run_one(*mine, restart, [](Index) {});
      });
    } else {
      ConstrainedLloyd<T> lloyd(points_, nodes_, options_.k);
      for (Index restart = 0; restart < runs; ++restart)
        run_one(lloyd, restart, [&](Index updates) {
          tell(static_cast<double>(restart) +
               static_cast<double>(updates) / static_cast<double>(options_.iterations + 1));
        });
    }
    return std::move(best_);
  }

 private:
  void tell(double done) const {
    execution_.progress.report("constrained k-means", done, static_cast<double>(options_.restarts));
  }

  void run_one(ConstrainedLloyd<T>& lloyd, Index restart, const std::function<void(Index)>& each) {
    Random random = generators_[at(restart)];
    const RowMatrix<double> start =
        start_at_nodes(points_, options_.start, options_.k, random, execution_);
    ConstrainedOutcome outcome =
        lloyd.run(start, options_.iterations, options_.tolerance, execution_, each);
    const std::lock_guard lock(mutex_);
    keep_if_better(lloyd, std::move(outcome), restart);
    tell(static_cast<double>(++finished_));
  }

  void keep_if_better(const ConstrainedLloyd<T>& lloyd, ConstrainedOutcome outcome, Index restart) {
    const double unit = points_.scale() * points_.scale(), objective = outcome.objective * unit;
    best_.restart_objective[at(restart)] = objective;
    if (finished_ > 0 &&
        (objective > best_.objective || (objective == best_.objective && restart > best_.restart)))
      return;
    best_.cluster = lloyd.labels();
    best_.centers = (points_.scale() * lloyd.centers()).rowwise() + points_.shift().transpose();
    best_.objective = objective;
    best_.inertia = objective - outcome.penalty * unit;
    for (double& value : outcome.trace) value *= unit;
    best_.trace = std::move(outcome.trace);
    best_.iterations = outcome.iterations;
    best_.converged = outcome.converged;
    best_.restart = restart;
  }

  const NodePoints<T>& points_;
  const ConstrainedNodes& nodes_;
  const ConstrainedKmeansOptions& options_;
  const Execution& execution_;
  std::vector<Random> generators_;  // one for each start
  std::mutex mutex_;
  Index finished_ = 0;
  ConstrainedClusters best_;
};

void count_violations(const SideInformation& side, ConstrainedClusters& found) {
  const auto together = [&](const Link& link) {
    return found.cluster[at(link.a)] == found.cluster[at(link.b)];
  };
  for (const Link& link : side.must_links) found.must_violated += together(link) ? 0 : 1;
  for (const Link& link : side.cannot_links) found.cannot_violated += together(link) ? 1 : 0;
}

template <class T>
ConstrainedClusters cluster(const RowSource& source, const SideInformation& side, const Ids& ids,
                            const ConstrainedKmeansOptions& options, const Execution& execution) {
  // Starts have the generators they have in k-means; that of the search comes after them.
  Random random(static_cast<std::uint64_t>(options.seed));
  std::vector<Random> generators;
  for (std::int64_t r = 0; r < options.restarts; ++r) generators.push_back(random.fork());
  ConstrainedNodes nodes = nodes_of(side, ids, source.rows(), options, random.fork());
  require_nodes(nodes, options.k);
  const NodePoints<T> points = gather_nodes<T>(source, nodes, execution);
  if (side.cannot_links.empty()) {
    const Index different = count_different_nodes(points, options.k);
    if (different < options.k)
      throw InputError(
          "k = {}: must be at most the number of different chunklets and rows in none, {} (of {})",
          options.k, different, points.count());
  }
  for (std::vector<NodeLink>& links : nodes.links)
    for (NodeLink& link : links)
      if (options.mode == "soft") link.cost *= options.links_cost * points.spread;

  ConstrainedClusters best =
      Restarts<T>(points, nodes, options, std::move(generators), execution).run();
  std::vector<Index> of_rows;
  of_rows.reserve(nodes.of_row.size());
  for (const Index node : nodes.of_row) of_rows.push_back(best.cluster[at(node)]);
  best.cluster = std::move(of_rows);
  const std::vector<Index> number = numbers_by_first_row(best.cluster, options.k);
  renumber(best.cluster, number);
  best.centers = reordered(best.centers, number);
  best.sizes = cluster_sizes(best.cluster, options.k);
  count_violations(side, best);
  best.chunklets = static_cast<Index>(
      std::count_if(nodes.sizes.begin(), nodes.sizes.end(), [](Index size) { return size > 1; }));
  best.linked = nodes.places();
  for (const std::vector<Index>& component : nodes.components)
    best.largest_component = std::max(best.largest_component, static_cast<Index>(component.size()));
  return best;
}

}  // namespace

ConstrainedClusters cluster_constrained_kmeans(const RowSource& rows, const SideInformation& side,
                                               const Ids& ids,
                                               const ConstrainedKmeansOptions& options,
                                               const Execution& execution) {
  check(rows, options);
  const OneThread guard;  // once, not for every block
  return rows.scalar() == Scalar::kFloat32 ? cluster<float>(rows, side, ids, options, execution)
                                           : cluster<double>(rows, side, ids, options, execution);
}

}  // namespace germane
