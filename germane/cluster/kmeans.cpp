#include "germane/cluster/kmeans.h"

#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/exact_distance.h"
#include "germane/cluster/lloyd.h"
#include "germane/cluster/prepared_rows.h"
#include "germane/cluster/seeding.h"
#include "germane/cluster/sparse_points.h"
#include "germane/cluster/workers.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace germane {
namespace {

// Up to this many numbers the starts run side by side, each on one thread; above, one after the
// other, each on all threads. The results do not depend on it.
constexpr Index kSmall = Index{1} << 18;

// Inertias that are a smaller share of the rows' squared norms have lost digits where distances are
// found by products: all but about seven.
constexpr double kSurelyLost = 1e-9;

// What a run takes beside the rows: labels, norms and distances of rows; centres, sums and panels.
double bytes_beside_rows(Index rows, Index columns, Index k) {
  return 32.0 * static_cast<double>(rows) +
         40.0 * static_cast<double>(k) * static_cast<double>(columns);
}

constexpr double kLargestWeight = 1e150;  // the sums of larger ones are not finite

void check_weights(const RowSource& source, const std::vector<double>& weights) {
  if (static_cast<Index>(weights.size()) != source.rows())
    throw InputError("k-means: {} for {}: there must be one for each row",
                     counted(static_cast<Index>(weights.size()), "weight"),
                     counted(source.rows(), "row"));
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (!(weights[i] >= 0) || weights[i] > kLargestWeight)
      throw InputError("k-means: the weight of row {} (from 0) is {}; must be in [0, {}]", i,
                       shortest(weights[i]), shortest(kLargestWeight));
}

void check_start(const RowSource& source, const KmeansOptions& options,
                 const RowMatrix<double>* centers) {
  if (!centers) {
    if (!names_kmeans_start(options.start))
      throw InputError(
          "start = {}: must be one of greedy-k-means++, k-means++, random, or centres must be "
          "given",
          quoted(options.start));
    return;
  }
  if (centers->rows() != options.k || centers->cols() != source.columns())
    throw InputError("k-means: {} of {} to start from: must be {} of {}, as k and the rows say",
                     counted(centers->rows(), "centre"), counted(centers->cols(), "column"),
                     options.k, source.columns());
  if (!centers->allFinite())
    throw InputError("k-means: a centre to start from has a coordinate that is not finite");
}

void check(const RowSource& source, const KmeansOptions& options, const KmeansGiven& given) {
  check_options(options);
  const Index here = source.rows(), n = given.share.all(here), d = source.columns();
  if (n == 0) throw InputError("k-means: {} has no rows", source.name());
  if (d == 0) throw InputError("k-means: {} has no columns", source.name());
  if (options.k > n)
    throw InputError("k = {}: must be at most the number of rows, {}", options.k, n);
  if (given.weights) check_weights(source, *given.weights);
  check_start(source, options, given.centers);
  const double bytes = bytes_beside_rows(here, d, options.k);
  if (bytes > options.memory)
    throw InputError(
        "k-means: {} of {} in {} take {} beside the rows, above memory = {}; raise it, choose "
        "fewer clusters or columns, or cluster a sample of the rows",
        counted(here, "row"), counted(d, "column"), counted(options.k, "cluster"), byte_size(bytes),
        shortest(options.memory));
  const Index different = count_different(source, given.weights, options.k, given.share);
  if (different < options.k)
    throw InputError("k = {}: must be at most the number of different rows{}, {} (of {})",
                     options.k, given.weights ? " of positive weight" : "", different,
                     counted(n, "row"));
}

// Runs every start and keeps the best: the least inertia, of equal ones the first.
template <class Rows>
class Restarts {
 public:
  Restarts(const Rows& rows, double bytes_for_bounds, const KmeansOptions& options,
           const KmeansGiven& given, const Execution& execution)
      : rows_(rows),
        bytes_for_bounds_(bytes_for_bounds),
        options_(options),
        given_(given),
        execution_(execution),
        runs_(given.centers ? 1 : options.restarts) {
    Random random(static_cast<std::uint64_t>(options.seed));
    for (Index r = 0; r < runs_; ++r) generators_.push_back(random.fork());
    best_.restart_inertia.resize(generators_.size());
  }

  KmeansClusters run() {
    const Index threads = execution_.pool.threads();
    const double total = static_cast<double>(runs_);
    if (runs_ > 1 && rows_.count() * rows_.columns() <= kSmall && !given_.share.dealt()) {
      std::vector<std::unique_ptr<Run>> space(static_cast<std::size_t>(threads));
      run_by_workers(execution_.pool, runs_, [&](Index worker, Index restart) {
        auto& mine = space[static_cast<std::size_t>(worker)];
        if (!mine) mine = std::make_unique<Run>(*this);
        run_one(*mine, restart, [](Index) {});
      });
    } else {
      Run space(*this);
      for (Index restart = 0; restart < runs_; ++restart)
        run_one(space, restart, [&](Index updates) {
          const double share =
              static_cast<double>(updates) / static_cast<double>(options_.iterations + 1);
          execution_.progress.report("k-means", static_cast<double>(restart) + share, total);
        });
    }
    execution_.progress.report("k-means", total, total);
    return std::move(best_);
  }

 private:
  struct Run {
    std::optional<SpreadStart<Rows>> spread;
    Lloyd<Rows> lloyd;
    explicit Run(const Restarts& all)
        : lloyd(all.rows_, all.given_.weights, all.options_.k, all.execution_.pool.threads(),
                all.bytes_for_bounds_, UseBounds::kWhereTheyPay, all.given_.share) {}
  };

  RowMatrix<double> start(Run& space, Random& random) {
    if (given_.centers)
      return (given_.centers->rowwise() - rows_.shift().transpose()) / rows_.scale();
    if (options_.start == "random")
      return start_at_random(rows_, given_.weights, options_.k, random, given_.share);
    if (!space.spread)
      space.spread.emplace(rows_, given_.weights, options_.k, options_.start != "k-means++",
                           execution_.pool.threads(), given_.share);
    return space.spread->start(random, execution_);
  }

  void run_one(Run& space, Index restart, const std::function<void(Index)>& each) {
    Random random = generators_[static_cast<std::size_t>(restart)];
    const LloydOutcome outcome = space.lloyd.run(start(space, random), options_.iterations,
                                                 options_.tolerance, execution_, each);
    const std::lock_guard lock(mutex_);
    keep_if_better(space.lloyd, outcome, restart);
    if (++finished_ < runs_)
      execution_.progress.report("k-means", static_cast<double>(finished_),
                                 static_cast<double>(runs_));
  }

  void keep_if_better(const Lloyd<Rows>& lloyd, const LloydOutcome& outcome, Index restart) {
    const double inertia = outcome.inertia * rows_.scale() * rows_.scale();
    best_.restart_inertia[static_cast<std::size_t>(restart)] = inertia;
    if (finished_ > 0 &&
        (inertia > best_.inertia || (inertia == best_.inertia && restart > best_.restart)))
      return;
    best_.cluster.assign(lloyd.labels().begin(), lloyd.labels().end());
    best_.centers = (rows_.scale() * lloyd.centers()).rowwise() + rows_.shift().transpose();
    best_.inertia = inertia;
    best_.iterations = outcome.iterations;
    best_.converged = outcome.converged;
    best_.restart = restart;
  }

  const Rows& rows_;
  const double bytes_for_bounds_;
  const KmeansOptions& options_;
  const KmeansGiven& given_;
  const Execution& execution_;
  const Index runs_;
  std::vector<Random> generators_;  // one for each start
  std::mutex mutex_;
  Index finished_ = 0;
  KmeansClusters best_;
};

template <class T>
KmeansClusters cluster_dense(const RowSource& source, const KmeansOptions& options,
                             const KmeansGiven& given, const Execution& execution) {
  double left = options.memory - bytes_beside_rows(source.rows(), source.columns(), options.k);
  const PreparedRows<T> rows(source, left, execution, given.share);
  if (!rows.streamed())
    left -= static_cast<double>(rows.count()) * static_cast<double>(rows.columns()) * sizeof(T);
  return Restarts<PreparedRows<T>>(rows, left, options, given, execution).run();
}

KmeansClusters cluster_sparse(const SparseMatrix& matrix, const KmeansOptions& options,
                              const KmeansGiven& given, const Execution& execution) {
  const double left = options.memory - bytes_beside_rows(matrix.rows(), matrix.cols(), options.k);
  const SparsePoints rows(matrix);
  return Restarts<SparsePoints>(rows, left, options, given, execution).run();
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
                          const Execution& execution, double* inertia) {
  const Vector shift = centers.colwise().sum() / static_cast<double>(centers.rows());
  const RowMatrix<double> shifted = centers.rowwise() - shift.transpose();
  const double factor = 1 / power_of_two_above(shifted.cwiseAbs().maxCoeff());
  NearestCenter<T> nearest(centers.rows(), centers.cols());
  nearest.set_centers(factor * shifted);

  constexpr Index kRows = 512;
  const Vector norms = (factor * shifted).rowwise().squaredNorm();
  double sum = 0;
  std::vector<Index> result;
  result.reserve(static_cast<std::size_t>(source.rows()));
  Turnstile turnstile;
  const std::unique_ptr<RowReader> reader = source.read(kRows);
  const auto work = [&] {
    RowBlock block;
    RowMatrix<T> rows(kRows, centers.cols());
    std::vector<const T*> pointers(static_cast<std::size_t>(kRows));
    std::vector<float> squared_norms(pointers.size());
    std::vector<std::int32_t> labels(pointers.size());
    typename NearestCenter<T>::Scratch scratch;
    while (reader->next(block)) {
      execution.stop_if_requested();
      const Index count = block.count();
      std::visit(
          [&](const auto& given) {
            for (Index i = 0; i < count; ++i) {
              T* const row = rows.data() + i * rows.cols();
              pointers[static_cast<std::size_t>(i)] = row;
              squared_norms[static_cast<std::size_t>(i)] =
                  static_cast<float>(shift_and_scale(given.row(i), shift, factor, row));
            }
          },
          block.rows);
      nearest.find(std::span<const T* const>(pointers.data(), static_cast<std::size_t>(count)),
                   squared_norms.data(), scratch, labels.data());
      double part = 0;
      for (Index i = 0; inertia && i < count; ++i) {
        const std::int32_t c = labels[static_cast<std::size_t>(i)];
        part += measure(pointers[static_cast<std::size_t>(i)], nearest.center(c), norms[c],
                        centers.cols())
                    .value;
      }
      const auto take = [&] {
        sum += part;
        result.insert(result.end(), labels.begin(), labels.begin() + count);
      };
      if (!turnstile.pass(block.number, take)) return;
    }
  };
  execution.pool.run(execution.pool.threads(), [&](std::int64_t) {
    try {
      work();
    } catch (...) {
      turnstile.abandon();
      throw;
    }
  });
  if (inertia) *inertia = sum / (factor * factor);
  return result;
}

std::vector<Index> assign_sparse(const SparseMatrix& matrix, const RowMatrix<double>& centers,
                                 const Execution& execution) {
  const SparsePoints points(matrix);
  NearestCenter<double> nearest(centers.rows(), centers.cols());
  nearest.set_centers(centers / points.scale());
  std::vector<Index> result(static_cast<std::size_t>(points.count()));
  points.for_blocks(execution, [&](Index, SparsePoints::Block& block) {
    execution.stop_if_requested();
    std::vector<SparseRow> rows;
    for (Index i = 0; i < block.count; ++i) rows.push_back(block.row(i));
    std::vector<std::int32_t> labels(rows.size());
    NearestCenter<double>::Scratch scratch;
    nearest.find(std::span<const SparseRow>(rows), points.squared_norms() + block.first, scratch,
                 labels.data());
    std::copy(labels.begin(), labels.end(), result.begin() + block.first);
  });
  return result;
}

}  // namespace

bool names_kmeans_start(std::string_view start) {
  return start == "greedy-k-means++" || start == "k-means++" || start == "random";
}

KmeansClusters cluster_kmeans(const RowSource& rows, const KmeansOptions& options,
                              const Execution& execution, const KmeansGiven& given) {
  check(rows, options, given);
  const SparseMatrix* sparse = rows.sparse();
  assert(!sparse || !given.share.dealt());
  if (sparse && lies_far_from_zero(*sparse)) sparse = nullptr;
  const auto as_dense = [&] {
    return rows.scalar() == Scalar::kFloat32
               ? cluster_dense<float>(rows, options, given, execution)
               : cluster_dense<double>(rows, options, given, execution);
  };
  KmeansClusters best = sparse ? cluster_sparse(*sparse, options, given, execution) : as_dense();
  // Rows so near to their centres, measured by their norms, that products could not tell how near.
  if (sparse && sparse->cols() <= kWidest && best.inertia < kSurelyLost * sparse->squaredNorm())
    best = as_dense();
  const std::vector<Index> number = numbers_by_first_row(best.cluster, options.k, given.share);
  renumber(best.cluster, number);
  best.centers = reordered(best.centers, number);
  best.sizes = cluster_sizes(best.cluster, options.k, given.share);
  return best;
}

std::vector<Index> assign_to_centers(const RowSource& rows, const RowMatrix<double>& centers,
                                     const Execution& execution, double* inertia) {
  check_centers(rows, centers);
  if (rows.sparse() && !inertia && !lies_far_from_zero(*rows.sparse()))
    return assign_sparse(*rows.sparse(), centers, execution);
  return rows.scalar() == Scalar::kFloat32 ? assign<float>(rows, centers, execution, inertia)
                                           : assign<double>(rows, centers, execution, inertia);
}

}  // namespace germane
