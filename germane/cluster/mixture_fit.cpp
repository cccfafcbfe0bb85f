#include "germane/cluster/mixture_fit.h"

#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/cluster/held_rows.h"
#include "germane/cluster/kmeans.h"
#include "germane/cluster/mixture_pass.h"
#include "germane/cluster/row_sample.h"
#include "germane/cluster/workers.h"
#include "germane/linalg/one_thread.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <tuple>

namespace germane {
namespace {

// Up to this many numbers the starts run side by side, each on one thread; above, one after the
// other, each on all threads. The results do not depend on it.
constexpr Index kSmall = Index{1} << 18;
// Rows on which starts are found when not all fit into memory.
constexpr double kMostStartRows = 1e5;

void check(const RowSource& rows, Index n, Index k, const MixtureOptions& options) {
  const Index d = rows.columns();
  if (n == 0) throw InputError("gmm: {} has no rows", rows.name());
  if (d == 0) throw InputError("gmm: {} has no columns", rows.name());
  if (k > n) throw InputError("k = {}: must be at most the number of rows, {}", k, n);
  const double matrices = options.covariance == "full"   ? static_cast<double>(k)
                          : options.covariance == "tied" ? 1.0
                                                         : 0.0;
  const double bytes = 8 * matrices * static_cast<double>(d) * static_cast<double>(d);
  if (bytes > options.memory)
    throw InputError(
        "gmm: the {} covariances of {} in {} take {}, above memory = {}; raise it, pass "
        "--covariance diagonal or project the columns first",
        options.covariance, counted(k, "component"), counted(d, "column"), byte_size(bytes),
        shortest(options.memory));
}

// A start: rows (all, or a sample) and a label for each.
struct Start {
  std::vector<Index> label;
  RowMatrix<double> centers;
};

Start find_start(const RowSource& rows, Index k, bool drawn, Random random,
                 const Execution& execution, const Share& share) {
  KmeansClusters found = cluster_kmeans(rows,
                                        {.k = k,
                                         .restarts = 1,
                                         .iterations = drawn ? 1 : 100,
                                         .start = drawn ? "random" : "k-means++",
                                         .seed = static_cast<std::int64_t>(random.bits() >> 1),
                                         .memory = std::numeric_limits<double>::max()},
                                        execution, {.share = share});
  return {std::move(found.cluster), std::move(found.centers)};
}

// The mean of the rows of each label. A label without rows has mean 0.
RowMatrix<double> means_of(const RowSource& rows, const std::vector<Index>& label, Index k) {
  RowMatrix<double> means = RowMatrix<double>::Zero(k, rows.columns());
  Vector counts = Vector::Zero(k);
  const std::unique_ptr<RowReader> reader = rows.read(4096);
  RowBlock block;
  while (reader->next(block))
    std::visit(
        [&](const auto& part) {
          for (Index i = 0; i < part.rows(); ++i) {
            const Index c = label[static_cast<std::size_t>(block.first + i)];
            counts[c] += 1;
            means.row(c) += (part.row(i).template cast<double>() - means.row(c)) / counts[c];
          }
        },
        block.rows);
  return means;
}

// The first mixture: that of the labels.
Mixture mixture_of(const RowSource& rows, const std::vector<Index>& label,
                   RowMatrix<double> centers, const MixtureOptions& options,
                   const Execution& execution, const Share& share = {}) {
  const Index k = centers.rows(), d = centers.cols();
  Mixture at;
  at.covariance = covariance_by_name(options.covariance);
  at.weights = Vector::Constant(k, 1 / static_cast<double>(k));
  at.means = std::move(centers);
  switch (at.covariance) {
    case Covariance::kFull:
      at.covariances.assign(static_cast<std::size_t>(k), Matrix::Identity(d, d));
      break;
    case Covariance::kTied:
      at.covariances.assign(1, Matrix::Identity(d, d));
      break;
    case Covariance::kDiagonal:
      at.variances = RowMatrix<double>::Ones(k, d);
      break;
    case Covariance::kSpherical:
      at.variances = RowMatrix<double>::Ones(k, 1);
      break;
  }
  return sum_by_labels({rows, false, nullptr, share}, at, label, execution).maximise(options.ridge);
}

// Expectation and maximisation in one pass each, until the log-likelihood stands still. `each` is
// told of every update.
MixtureFit run_em(
    const RowSource& rows, bool checked, Mixture mixture, const MixtureOptions& options,
    const MixtureHints* hints, const Execution& execution, const Share& share = {},
    const std::function<void(Index)>& each = [](Index) {}) {
  MixtureFit fit;
  const double enough = options.tolerance * static_cast<double>(share.all(rows.rows()));
  const PassRows pass{rows, checked, hints ? &hints->hinted() : nullptr, share};
  for (Index update = 0;; ++update) {
    const bool last = update == options.iterations;
    MixtureSums sums = sum_by_posteriors(pass, mixture, last, execution);
    if (hints) hints->add(mixture, last, sums, execution);
    if (!last) fit.fewest_rows = sums.rows_of_component().minCoeff();
    const double value = sums.log_likelihood();
    if (!std::isfinite(value))
      throw NumericalError(
          "gmm: the log-likelihood is not a number; the values are too large to be squared, or "
          "--ridge is too small: divide the columns by a constant or raise it");
    const double before = fit.trace.empty() ? value : fit.trace.back();
    fit.trace.push_back(value);
    fit.iterations = update;
    // A ridge that rivals the variances may lower it before it settles.
    fit.converged = update > 0 && std::abs(value - before) <= enough;
    fit.worsened += value < before - enough ? 1 : 0;
    if (fit.converged || last) break;
    mixture = sums.maximise(options.ridge);
    each(update + 1);
  }
  fit.log_likelihood = fit.trace.back();
  fit.mixture = std::move(mixture);
  return fit;
}

// Rows on which the starts are found, in ascending order.
RowMatrix<double> sample_of(const FitRows& fit, Index k, double memory, Random random) {
  const RowSource& rows = fit.rows();
  const double row_bytes = 8 * static_cast<double>(rows.columns());
  const auto count = static_cast<Index>(
      std::min({static_cast<double>(fit.all()), memory / (4 * row_bytes), kMostStartRows}));
  if (count < k)
    throw InputError("gmm: memory = {} holds {} of {} for the start, fewer than k = {}; raise it",
                     shortest(memory), counted(count, "row"), counted(rows.columns(), "column"), k);
  return sample_rows(rows, count, random, fit.share());
}

// Starts that end at the same optimum differ by rounding, which depends on processors and ranks and
// must not choose between them.
double without_rounding(double log_likelihood) {
  constexpr int kBits = 32;
  int exponent = 0;
  const double share = std::frexp(log_likelihood, &exponent);
  return std::ldexp(std::round(std::ldexp(share, kBits)), exponent - kBits);
}

// Runs every start and keeps the best: the largest log-likelihood, of equal ones the first. Those
// that rest on the ridge come after all others: a few rows in a component of their own can have any
// likelihood, as large as the ridge is small, and the more starts the surer one finds them.
class Starts {
 public:
  Starts(const FitRows& rows, Index k, const MixtureOptions& options, const MixtureHints* hints,
         const Execution& execution)
      : rows_(rows), k_(k), options_(options), hints_(hints), execution_(execution) {
    Random random(static_cast<std::uint64_t>(options.seed));
    for (std::int64_t r = 0; r < options.restarts; ++r) generators_.push_back(random.fork());
    if (rows.streamed()) {
      sample_ = sample_of(rows, k, options.memory, random.fork());
      sampled_.emplace(sample_);
    }
    values_.assign(generators_.size(), std::numeric_limits<double>::quiet_NaN());
  }

  MixtureFit run() {
    const Index runs = options_.restarts;
    const auto tell = [&](double done) {
      execution_.progress.report("gmm", done, static_cast<double>(runs));
    };
    const bool small = rows_.rows().rows() * rows_.rows().columns() <= kSmall;
    if (!sampled_ && small && !rows_.share().dealt()) {
      run_by_workers(execution_.pool, runs,
                     [&](Index, Index restart) { run_one(restart, [](Index) {}); });
    } else {
      for (Index restart = 0; restart < runs; ++restart) {
        const auto before = static_cast<double>(restart);
        tell(before);
        run_one(restart, [&](Index updates) {
          tell(before +
               static_cast<double>(updates) / static_cast<double>(options_.iterations + 1));
        });
      }
    }
    tell(static_cast<double>(runs));
    if (!best_) throw NumericalError("{}", refusal_);
    const double best = without_rounding(best_->log_likelihood);
    best_->passed_over = std::count_if(values_.begin(), values_.end(), [&](double value) {
      return without_rounding(value) > best;
    });
    best_->restart_log_likelihood = std::move(values_);
    best_->streamed = sampled_.has_value();
    best_->start_rows = sampled_ ? sample_.rows() : rows_.all();
    return std::move(*best_);
  }

 private:
  void run_one(Index restart, const std::function<void(Index)>& each) {
    const RowSource& from = sampled_ ? static_cast<const RowSource&>(*sampled_) : rows_.rows();
    const Share share = sampled_ ? Share() : rows_.share();  // every rank has the whole sample
    // Clusters of k-means are much alike from any seed, and may all miss what others would find.
    const bool drawn = options_.start == "random" || (options_.start == "both" && restart % 2 == 1);
    Start start = find_start(from, k_, drawn, generators_[static_cast<std::size_t>(restart)],
                             execution_, share);
    try {
      Mixture first =
          mixture_of(from, start.label, std::move(start.centers), options_, execution_, share);
      if (hints_) first = reordered(first, hints_->numbers_for(first));
      MixtureFit fit = run_em(rows_.rows(), rows_.streamed(), std::move(first), options_, hints_,
                              execution_, rows_.share(), each);
      const std::lock_guard lock(mutex_);
      fit.restart = restart;
      values_[static_cast<std::size_t>(restart)] = fit.log_likelihood;
      if (!best_ || rank_of(fit) > rank_of(*best_)) best_ = std::move(fit);
    } catch (const NumericalError& error) {
      const std::lock_guard lock(mutex_);
      if (restart <= refused_) {
        refused_ = restart;
        refusal_ = error.what();
      }
    }
  }

  // The larger the better.
  static std::tuple<bool, double, Index> rank_of(const MixtureFit& fit) {
    return {!fit.rests_on_ridge(), without_rounding(fit.log_likelihood), -fit.restart};
  }

  const FitRows& rows_;
  Index k_;
  const MixtureOptions& options_;
  const MixtureHints* hints_;
  const Execution& execution_;
  std::vector<Random> generators_;  // one for each start
  RowMatrix<double> sample_;
  std::optional<MemoryRows<double>> sampled_;
  std::mutex mutex_;
  std::optional<MixtureFit> best_;
  std::vector<double> values_;
  Index refused_ = std::numeric_limits<Index>::max();  // the first run that was refused, and why
  std::string refusal_;
};

}  // namespace

bool MixtureFit::rests_on_ridge() const {
  return mixture.covariance == Covariance::kFull &&
         fewest_rows < static_cast<double>(mixture.columns() + 1);
}

FitRows::FitRows(const RowSource& source, double memory, const Execution& execution,
                 const Share& share)
    : rows_(&source), share_(share) {
  RowBlock block;
  if (source.show_all(block) && !share.dealt()) return;
  const bool single = source.scalar() == Scalar::kFloat32;
  const double bytes =
      static_cast<double>(source.rows()) * static_cast<double>(source.columns()) * (single ? 4 : 8);
  streamed_ = share.sum("memory", bytes > memory ? 1.0 : 0.0) > 0;
  if (streamed_) return;
  if (single) {
    singles_ = gather_rows<float>(source, execution);
    gathered_ = std::make_unique<MemoryRows<float>>(view_rows(singles_), source.column_names(),
                                                    source.name());
  } else {
    doubles_ = gather_rows<double>(source, execution);
    gathered_ = std::make_unique<MemoryRows<double>>(view_rows(doubles_), source.column_names(),
                                                     source.name());
  }
  rows_ = gathered_.get();
}

MixtureFit fit_mixture(const FitRows& rows, Index k, const MixtureOptions& options,
                       const MixtureHints* hints, const Execution& execution) {
  check_options(options);
  check(rows.rows(), rows.all(), k, options);
  const OneThread guard;
  return Starts(rows, k, options, hints, execution).run();
}

MixtureFit fit_from_labels(const RowSource& rows, const std::vector<Index>& label, Index k,
                           const MixtureOptions& options, const MixtureHints* hints,
                           const Execution& execution) {
  check_options(options);
  check(rows, rows.rows(), k, options);
  const OneThread guard;
  return run_em(rows, true, mixture_of(rows, label, means_of(rows, label, k), options, execution),
                options, hints, execution);
}

}  // namespace germane
