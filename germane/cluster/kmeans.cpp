#include "germane/cluster/kmeans.h"

#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/lloyd.h"
#include "germane/cluster/seeding.h"
#include "germane/cluster/workers.h"
#include "germane/linalg/one_thread.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>

namespace germane {
namespace {

// Up to this many numbers the starts run side by side, each on one thread; above, one after the
// other, each on all threads. The results do not depend on it.
constexpr Index kSmall = Index{1} << 18;

void check(const RowSource& source, const KmeansOptions& options) {
  check_options(options);
  const Index n = source.rows(), d = source.columns();
  if (n == 0) throw InputError("k-means: {} has no rows", source.name());
  if (d == 0) throw InputError("k-means: {} has no columns", source.name());
  if (options.k > n)
    throw InputError("k = {}: must be at most the number of rows, {}", options.k, n);
  const double bytes = static_cast<double>(n) * static_cast<double>(d) *
                       (source.scalar() == Scalar::kFloat32 ? 4 : 8);
  if (bytes > options.memory)
    throw InputError(
        "k-means: {} of {} take {}, above memory = {}; raise it, cluster a sample of "
        "the rows or give float32",
        counted(n, "row"), counted(d, "column"), byte_size(bytes), shortest(options.memory));
}

// Runs every start and keeps the best: the least inertia, of equal ones the first.
template <class T>
class Restarts {
 public:
  Restarts(const PreparedRows<T>& rows, const KmeansOptions& options, const Execution& execution)
      : rows_(rows), options_(options), execution_(execution) {
    Random random(static_cast<std::uint64_t>(options.seed));
    for (std::int64_t r = 0; r < options.restarts; ++r) generators_.push_back(random.fork());
    best_.restart_inertia.resize(generators_.size());
  }

  KmeansClusters run() {
    const Index runs = options_.restarts;
    const Index threads = execution_.pool.threads();
    if (runs > 1 && rows_.count() * rows_.columns() <= kSmall) {
      std::vector<std::unique_ptr<Run>> space(static_cast<std::size_t>(threads));
      run_by_workers(execution_.pool, runs, [&](Index worker, Index restart) {
        auto& mine = space[static_cast<std::size_t>(worker)];
        if (!mine) mine = std::make_unique<Run>(rows_, options_.k, threads);
        run_one(*mine, restart, [](Index) {});
      });
    } else {
      Run space(rows_, options_.k, threads);
      for (Index restart = 0; restart < runs; ++restart)
        run_one(space, restart, [&](Index updates) {
          const double share =
              static_cast<double>(updates) / static_cast<double>(options_.iterations + 1);
          execution_.progress.report("k-means", static_cast<double>(restart) + share,
                                     static_cast<double>(runs));
        });
    }
    execution_.progress.report("k-means", static_cast<double>(runs), static_cast<double>(runs));
    return std::move(best_);
  }

 private:
  struct Run {
    SpreadStart<T> spread;
    Lloyd<T> lloyd;
    Run(const PreparedRows<T>& rows, Index k, Index workers)
        : spread(rows, k, workers), lloyd(rows, k, workers) {}
  };

  void run_one(Run& space, Index restart, const std::function<void(Index)>& each) {
    Random random = generators_[static_cast<std::size_t>(restart)];
    const RowMatrix<double> start = options_.start == "random"
                                        ? start_at_random(rows_, options_.k, random)
                                        : space.spread.start(random, execution_);
    const LloydOutcome outcome =
        space.lloyd.run(start, options_.iterations, options_.tolerance, execution_, each);
    const std::lock_guard lock(mutex_);
    keep_if_better(space.lloyd, outcome, restart);
    if (++finished_ < options_.restarts)
      execution_.progress.report("k-means", static_cast<double>(finished_),
                                 static_cast<double>(options_.restarts));
  }

  void keep_if_better(const Lloyd<T>& lloyd, const LloydOutcome& outcome, Index restart) {
    const double inertia = outcome.inertia * rows_.scale * rows_.scale;
    best_.restart_inertia[static_cast<std::size_t>(restart)] = inertia;
    if (finished_ > 0 &&
        (inertia > best_.inertia || (inertia == best_.inertia && restart > best_.restart)))
      return;
    best_.cluster = lloyd.labels();
    best_.centers = (rows_.scale * lloyd.centers()).rowwise() + rows_.shift.transpose();
    best_.inertia = inertia;
    best_.iterations = outcome.iterations;
    best_.converged = outcome.converged;
    best_.restart = restart;
  }

  const PreparedRows<T>& rows_;
  const KmeansOptions& options_;
  const Execution& execution_;
  std::vector<Random> generators_;  // one for each start
  std::mutex mutex_;
  Index finished_ = 0;
  KmeansClusters best_;
};

template <class T>
KmeansClusters cluster(const RowSource& source, const KmeansOptions& options,
                       const Execution& execution) {
  RowMatrix<T> gathered = gather_rows<T>(source, execution);
  const Index different = count_different(gathered, options.k);
  if (different < options.k)
    throw InputError("k = {}: must be at most the number of different rows, {} (of {})", options.k,
                     different, counted(gathered.rows(), "row"));
  const PreparedRows<T> rows = prepare_rows(std::move(gathered), execution);
  KmeansClusters best = Restarts<T>(rows, options, execution).run();
  const std::vector<Index> number = numbers_by_first_row(best.cluster, options.k);
  renumber(best.cluster, number);
  best.centers = reordered(best.centers, number);
  best.sizes = cluster_sizes(best.cluster, options.k);
  return best;
}

void check_centers(const RowSource& source, const RowMatrix<double>& centers) {
  if (centers.rows() == 0) throw InputError("assign: there are no centres");
  if (!centers.allFinite())
    throw InputError("assign: a centre has a coordinate that is not finite");
  if (centers.cols() != source.columns())
    throw InputError("assign: {} has {}, but the centres have {}", source.name(),
                     counted(source.columns(), "column"), centers.cols());
}

template <class T>
std::vector<Index> assign(const RowSource& source, const RowMatrix<double>& centers,
                          const Execution& execution) {
  const Vector shift = centers.colwise().sum() / static_cast<double>(centers.rows());
  const RowMatrix<double> shifted = centers.rowwise() - shift.transpose();
  const double factor = 1 / power_of_two_above(shifted.cwiseAbs().maxCoeff());
  NearestCenter<T> nearest(centers.rows(), centers.cols());
  nearest.set_centers(factor * shifted);

  std::vector<Index> result;
  std::mutex mutex;
  const std::unique_ptr<RowReader> reader = source.read(nearest.block_rows());
  execution.pool.run(execution.pool.threads(), [&](std::int64_t) {
    RowBlock block;
    RowMatrix<T> rows(nearest.block_rows(), centers.cols());
    std::vector<double> squared_norms(static_cast<std::size_t>(rows.rows()));
    std::vector<Index> labels(squared_norms.size());
    typename NearestCenter<T>::Scratch scratch;
    while (reader->next(block)) {
      execution.stop_if_requested();
      const Index count = block.count();
      std::visit(
          [&](const auto& given) {
            for (Index i = 0; i < count; ++i)
              squared_norms[static_cast<std::size_t>(i)] =
                  shift_and_scale(given.row(i), shift, factor, rows.data() + i * rows.cols());
          },
          block.rows);
      nearest.find(rows.topRows(count), squared_norms.data(), scratch, labels.data());
      const std::lock_guard lock(mutex);
      if (static_cast<Index>(result.size()) < block.first + count)
        result.resize(static_cast<std::size_t>(block.first + count));
      std::copy_n(labels.begin(), count, result.begin() + block.first);
    }
  });
  return result;
}

}  // namespace

KmeansClusters cluster_kmeans(const RowSource& rows, const KmeansOptions& options,
                              const Execution& execution) {
  check(rows, options);
  const OneThread guard;  // once, not for every block
  return rows.scalar() == Scalar::kFloat32 ? cluster<float>(rows, options, execution)
                                           : cluster<double>(rows, options, execution);
}

std::vector<Index> assign_to_centers(const RowSource& rows, const RowMatrix<double>& centers,
                                     const Execution& execution) {
  check_centers(rows, centers);
  const OneThread guard;
  return rows.scalar() == Scalar::kFloat32 ? assign<float>(rows, centers, execution)
                                           : assign<double>(rows, centers, execution);
}

}  // namespace germane
