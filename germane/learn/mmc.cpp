#include "germane/learn/mmc.h"

#include "germane/base/error.h"
#include "germane/base/turnstile.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"
#include "germane/linalg/shrinkage.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr Index kPairsPerTask = 4096;

// Sums something over blocks of differences of pairs, in the order of the pairs.
class Differences {
 public:
  Differences(const RowMatrix<double>& points, const std::vector<Link>& pairs,
              const Execution& execution)
      : points_(points), pairs_(pairs), execution_(execution) {}

  // make(block of differences) -> Sum, which has operator +=.
  template <class Sum, class Make>
  Sum sum(Sum total, const Make& make) const {
    const auto count = static_cast<Index>(pairs_.size());
    run_in_order(
        execution_.pool, (count + kPairsPerTask - 1) / kPairsPerTask,
        [&](Index task) {
          execution_.stop_if_requested();
          const Index first = task * kPairsPerTask, last = std::min(count, first + kPairsPerTask);
          RowMatrix<double> block(last - first, points_.cols());
          for (Index i = first; i < last; ++i) {
            const Link& pair = pairs_[static_cast<std::size_t>(i)];
            block.row(i - first) = points_.row(pair.a) - points_.row(pair.b);
          }
          return make(block);
        },
        [&](Sum&& part) { total += part; });
    return total;
  }

 private:
  const RowMatrix<double>& points_;
  const std::vector<Link>& pairs_;
  const Execution& execution_;
};

Matrix scatter_of(const Differences& differences, Index columns) {
  const Matrix zero = Matrix::Zero(columns, columns);
  Matrix scatter = differences.sum(zero, [&](const RowMatrix<double>& block) {
    Matrix part = zero;
    add_scatter(block, part);
    return part;
  });
  fill_upper(scatter);
  return scatter;
}

// f at L and what its next value is made from.
struct Slope {
  double distances = 0;  // f: sum of |L' e|
  Matrix gradient;       // sum of e (L' e)' / |L' e|
  Slope& operator+=(const Slope& other) {
    distances += other.distances;
    gradient += other.gradient;
    return *this;
  }
};

Slope slope_at(const Matrix& l, const Differences& different) {
  const Slope zero{0, Matrix::Zero(l.rows(), l.cols())};
  return different.sum(zero, [&](const RowMatrix<double>& e) {
    RowMatrix<double> mapped(e.rows(), l.cols());
    inner_products(e, RowMatrix<double>(l.transpose()), mapped);
    Slope slope = zero;
    for (Index i = 0; i < mapped.rows(); ++i) {
      const double distance = mapped.row(i).norm();
      slope.distances += distance;
      if (distance > 0) mapped.row(i) /= distance;
    }
    add_cross_scatter(e, mapped, slope.gradient);
    return slope;
  });
}

// f(A*) <= f(A) / 2 + largest eigenvalue of sum of ee' / (2 |e|_A), as f is concave in A and the
// traces of all A are 1. For diagonal A the largest diagonal entry takes the eigenvalue's place.
double upper_bound(const Matrix& l, double distances, const Differences& different, bool diagonal) {
  const Matrix zero = Matrix::Zero(l.rows(), l.rows());
  Matrix weighted = different.sum(zero, [&](RowMatrix<double> e) {
    RowMatrix<double> mapped(e.rows(), l.cols());
    inner_products(e, RowMatrix<double>(l.transpose()), mapped);
    for (Index i = 0; i < e.rows(); ++i) {
      const double distance = mapped.row(i).norm();
      e.row(i) *= distance > 0 ? 1 / std::sqrt(2 * distance) : 0;
    }
    Matrix part = zero;
    add_scatter(e, part);
    return part;
  });
  const double largest =
      diagonal ? weighted.diagonal().maxCoeff() : symmetric_eigenvalues(std::move(weighted))[0];
  return distances / 2 + largest;
}

// Coordinates in which the same pairs' scatter is the identity: r x d. A direction in which same
// pairs never differ could be stretched without end: it gets a little scatter.
Matrix whiten_same(const Matrix& scatter, const Vector& stand_in, bool diagonal, Index rows,
                   Summary& summary) {
  constexpr double kWeight = 0.01;
  const Index d = scatter.cols();
  if (!(scatter.diagonal().maxCoeff() > 0))
    throw NumericalError(
        "learn mmc: the rows of every same pair are identical; there is no spread to hold down");
  Vector variances = scatter.diagonal();
  bool lifted = false;
  for (Index j = 0; j < d; ++j) {
    if (variances[j] > 0 || !(stand_in[j] > 0)) continue;
    variances[j] = kWeight * stand_in[j];
    lifted = true;
  }
  Vector units = variances.cwiseSqrt();
  for (double& unit : units) unit = unit > 0 ? 1 / unit : 0;
  Matrix white = units.asDiagonal();
  if (!diagonal) {
    const double tolerance = rank_tolerance(rows, d, false);
    Matrix correlations = units.asDiagonal() * scatter * units.asDiagonal();
    for (Index j = 0; j < d; ++j) correlations(j, j) = units[j] > 0 ? 1 : 0;
    Spectrum range = spectrum(correlations, tolerance);
    if (range.rank < (units.array() > 0).count()) {
      range = spectrum(shrink_to_diagonal(std::move(correlations), kWeight), tolerance);
      lifted = true;
    }
    white = product(whitener(range), white);
  }
  if (lifted)
    summary.notes.emplace_back(
        "same pairs do not differ in every direction; their scatter was mixed with 1 % of its "
        "diagonal, or of the different pairs'");
  return white;
}

void require_pairs(const std::vector<Link>& same, const std::vector<Link>& different) {
  if (same.empty())
    throw InputError("learn mmc: no pair is known to be the same; it needs both kinds");
  if (different.empty())
    throw InputError("learn mmc: no pair is known or taken to be different; it needs both kinds");
}

}  // namespace

Learned<LinearMap> learn_mmc(const RowMatrix<double>& rows, const std::vector<Link>& same,
                             const std::vector<Link>& different, const MmcOptions& options,
                             const Execution& execution) {
  check_options(options);
  require_pairs(same, different);
  const bool diagonal = options.shape == "diagonal";
  Learned<LinearMap> learned;

  // Form: coordinates in which every A has the same sum over same pairs.
  const Matrix scatter = scatter_of(Differences(rows, same, execution), rows.cols());
  const Matrix apart_scatter = scatter_of(Differences(rows, different, execution), rows.cols());
  const Matrix white =
      whiten_same(scatter, apart_scatter.diagonal(), diagonal, rows.rows(), learned.summary);
  RowMatrix<double> points(rows.rows(), white.rows());
  inner_products(rows, RowMatrix<double>(white), points);
  const Differences apart(points, different, execution);

  // Solve: L <- grad f / |grad f|.
  const Index r = white.rows();
  Matrix l = Matrix::Identity(r, r) / std::sqrt(static_cast<double>(r));
  double bound = 0, reached = 0;
  Index iteration = 0;
  for (bool proved = false; iteration < options.iterations && !proved; ++iteration) {
    Slope slope = slope_at(l, apart);
    reached = slope.distances;
    if (!(reached > 0))
      throw NumericalError("learn mmc: the rows of every different pair are identical");
    // The bound costs as much as an iteration: look at it ever more rarely.
    if ((iteration & (iteration - 1)) == 0 || iteration % 64 == 0) {
      bound = upper_bound(l, reached, apart, diagonal);
      proved = bound - reached <= options.tolerance * reached;
      execution.progress.report("mmc", static_cast<double>(iteration),
                                static_cast<double>(options.iterations));
      if (proved) break;
    }
    if (diagonal) slope.gradient = Matrix(Vector(slope.gradient.diagonal()).asDiagonal());
    l = slope.gradient / slope.gradient.norm();
  }
  bound = upper_bound(l, reached = slope_at(l, apart).distances, apart, diagonal);

  // Scale to the constraint, and report without it.
  learned.map.map = product(Matrix(l.transpose()), white) / reached;
  learned.map.center = rows.colwise().mean().transpose();
  const double similar = (learned.map.map * scatter * learned.map.map.transpose()).trace();
  const double gap = std::max(0.0, bound / reached - 1);
  learned.summary.fact("same_pairs", static_cast<Index>(same.size()))
      .fact("different_pairs", static_cast<Index>(different.size()))
      .fact("shape", options.shape)
      .fact("same_sum", similar)
      .fact("different_sum", 1.0)
      .fact("log_ratio", -0.5 * std::log(similar))
      .fact("iterations", iteration)
      .fact("gap", gap)
      .fact("dimensions", learned.map.outputs());
  if (gap > options.tolerance)
    learned.summary.warnings.push_back(
        fmt::format("stopped after {} iterations, within {:.2g} of the optimum; pass more "
                    "--iterations",
                    iteration, gap));
  return learned;
}

}  // namespace germane
