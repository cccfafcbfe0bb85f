// Where the axes of reductions come from; what is done with them is in reduction.cpp.
#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/learn/pca_solver.h"
#include "germane/learn/reduction.h"
#include "germane/learn/row_span.h"
#include "germane/linalg/krylov.h"
#include "germane/linalg/qr.h"
#include "germane/linalg/symmetric.h"
#include "germane/stats/gather.h"
#include "germane/stats/row_products.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace germane {
namespace {

// Different places below `bound`, ascending.
void draw_places(std::vector<Index>& places, Index bound, Random& random) {
  std::size_t drawn = 0;
  while (drawn < places.size()) {
    const Index place = random.below(bound);
    const auto end = places.begin() + static_cast<std::ptrdiff_t>(drawn);
    if (std::find(places.begin(), end, place) == end) places[drawn++] = place;
  }
  std::sort(places.begin(), places.end());
}

// A number that is not finite is named here.
Moments mean_and_spread(const RowSource& rows, const Execution& execution) {
  GatherPlan plan;
  plan.scatter = false;
  return gather_statistics(rows, plan, execution).all().others;
}

// Variances along leading directions, as singular values of the centred rows.
struct Directions {
  Vector values;
  Matrix axes;  // d x as many
  Index iterations = 0;
  bool converged = true;
  double residual = 0;
};

// Whether the scatter is the cheaper way: one product of d columns with each other and an
// eigenproblem, instead of some ten with and without transposing of to + 10 columns. Small rows are
// left to the other way, which finds directions too small to be seen in squares.
bool by_scatter(const RowSource& rows, Index to) {
  constexpr double kSmall = 1 << 20, kWidestScatter = 2048, kProducts = 40, kEigen = 10;
  const auto n = static_cast<double>(rows.rows()), d = static_cast<double>(rows.columns());
  return !rows.sparse() && n * d > kSmall && d <= kWidestScatter &&
         n * d + kEigen * d * d < kProducts * n * static_cast<double>(to + 10);
}

// None when the last of them is so small that rounding of squares shows in it.
std::optional<Directions> scatter_directions(const RowSource& rows, Index to, bool float32,
                                             const Execution& execution) {
  const double least = float32 ? 1e-6 : 1e-10;
  Eigenpairs pairs =
      leading_eigen(gather_statistics(rows, GatherPlan{}, execution).all().others.scatter, to);
  if (!(pairs.values[to - 1] > least * pairs.values[0])) return {};
  return Directions{pairs.values.cwiseSqrt(), std::move(pairs.vectors)};
}

// Fewer rows than columns, by their inner products.
Directions span_directions(const RowSource& rows, const PrincipalOptions& options,
                           const Execution& execution) {
  const RowSpan span(rows, options.memory, execution);
  const MemoryRows<double> coordinates(view_rows(span.coordinates()), {}, rows.name());
  const Matrix scatter =
      gather_statistics(coordinates, GatherPlan{}, execution).all().others.scatter;
  const Eigenpairs pairs = leading_eigen(scatter, std::min(options.to, scatter.cols()));
  return {pairs.values.cwiseMax(0).cwiseSqrt(),
          orthonormal(span.in_columns(pairs.vectors.transpose()).transpose(), execution.pool)};
}

bool by_span(const RowSource& rows, const PrincipalOptions& options) {
  return options.memory > 0 &&
         pca_solver(shape_of(rows, options.memory), {.dimensions = options.to}) == "dual";
}

Directions krylov_directions(const RowSource& rows, const Moments& moments,
                             const PrincipalOptions& options, const Execution& execution) {
  const RowProducts products(rows, moments.mean, execution);
  const KrylovOptions krylov{
      .rank = options.to, .tolerance = options.tolerance, .seed = options.seed};
  KrylovSvd svd;
  const bool few = by_few_rows(rows.rows(), rows.columns());
  if (!few || !krylov_svd_by_rows(products.as_operator(), krylov, execution, svd))
    svd = krylov_svd(products.as_operator(), krylov, execution);
  return {std::move(svd.triples.values), std::move(svd.triples.right), svd.iterations,
          svd.converged, svd.residual};
}

// How many of the directions vary more than roundings do: of products, relative to the largest
// value; of the columns' means, which all rows share; and of float32 numbers, each by itself.
Index directions_with_spread(const Vector& values, const Moments& moments) {
  constexpr double kProducts = 1e-12, kFloat32 = std::numeric_limits<float>::epsilon();
  const double share = moments.float32 ? kFloat32 : kProducts;
  double floor = share * values[0] * share * values[0], means = 0;
  for (Index j = 0; j < moments.columns(); ++j) means += moments.rounding_spread(j);
  floor = std::max(floor, means);
  if (moments.float32) {
    const double of_numbers = kFloat32 * moments.mean.cwiseAbs().maxCoeff();
    floor = std::max(floor, moments.weight * of_numbers * of_numbers);
  }
  return (values.array().square() > floor).count();
}

}  // namespace

Reduction random_projection(Index columns, Index to, std::uint64_t seed) {
  if (to < 1 || to > columns)
    throw InputError("project = {}: must be in [1, {}], the number of columns", to, columns);
  const Index entries = std::min(kProjectionEntries, to);
  const double size = 1 / std::sqrt(static_cast<double>(entries));
  // Numbers that follow each other are unrelated as seeds (Random mixes them), but those of two
  // seeds side by side would be the same ones shifted: so they start at a place of the seed's own.
  const std::uint64_t start = Random(seed).bits();
  std::vector<Index> places(static_cast<std::size_t>(entries));
  SparseMatrix by_columns(columns, to);
  by_columns.reserve(columns * entries);
  for (Index j = 0; j < columns; ++j) {
    Random random(start + static_cast<std::uint64_t>(j));
    draw_places(places, to, random);
    by_columns.startVec(j);
    for (const Index place : places)
      by_columns.insertBack(j, place) = random.bits() >> 63 ? size : -size;
  }
  by_columns.finalize();
  Reduction reduction{Vector::Zero(columns), {}};
  reduction.axes.emplace<SparseMatrix>() = by_columns.transpose();
  return reduction;
}

Reduction principal_components(const RowSource& rows, const PrincipalOptions& options,
                               const Execution& execution, Summary& summary) {
  const Index n = rows.rows(), d = rows.columns(), most = std::min(n - 1, d), to = options.to;
  if (most < 1)
    throw InputError("{}: {} of {}; principal components need two rows or more, and a column",
                     rows.name(), counted(n, "row"), counted(d, "column"));
  if (to < 1 || to > most)
    throw InputError("{}: pca = {}: must be in [1, {}]; {} of {} have no more components",
                     rows.name(), to, most, counted(n, "row"), counted(d, "column"));
  const Moments moments = mean_and_spread(rows, execution);
  std::optional<Directions> exact;
  if (by_scatter(rows, to)) exact = scatter_directions(rows, to, moments.float32, execution);
  std::string solver = exact ? "primal" : "iterative";
  if (!exact && by_span(rows, options)) {
    solver = "dual";
    exact = span_directions(rows, options, execution);
  }
  const Directions found =
      exact ? *std::move(exact) : krylov_directions(rows, moments, options, execution);

  const Vector& values = found.values;
  const Index kept = directions_with_spread(values, moments);
  if (kept == 0)
    throw NumericalError("{}: all {} are identical; there is no direction of spread", rows.name(),
                         counted(n, "row"));
  Matrix axes = found.axes.leftCols(kept);
  fix_signs(axes);
  const double share = values.head(kept).squaredNorm() / moments.spread.sum();
  if (options.memory > 0) summary.fact("solver", solver);
  summary.fact("components", kept)
      .fact("explained", std::min(1.0, share))
      .fact("iterations", found.iterations);
  if (found.iterations > 0) summary.fact("tolerance", options.tolerance);
  summary.fact("converged", found.converged);
  if (kept < to)
    summary.notes.push_back(fmt::format(
        "{}: the rows have rank {}; that many components keep all of them, {} were asked for",
        rows.name(), kept, to));
  if (!found.converged)
    summary.warnings.push_back(fmt::format(
        "{}: the last of {} had not settled after {} (residual {:.1g} of the largest); the axes "
        "are orthonormal, but other directions may vary as much as the last ones",
        rows.name(), counted(to, "principal component"), counted(found.iterations, "iteration"),
        found.residual));
  return {moments.mean, Matrix(axes.transpose())};
}

}  // namespace germane
