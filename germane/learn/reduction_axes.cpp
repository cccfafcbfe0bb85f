// Where the axes of reductions come from; what is done with them is in reduction.cpp.
#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/learn/reduction.h"
#include "germane/linalg/krylov.h"
#include "germane/linalg/symmetric.h"
#include "germane/stats/gather.h"
#include "germane/stats/row_products.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

// How still the values must stand. Where iterations are cheap, until nothing is left to gain; where
// not, until none of them gains a millionth: then the share of the variance is known to six digits,
// and the directions that still turn are those of nearly equal variance.
double tolerance_of(Index n, Index d, Index to) {
  constexpr double kCheap = 1 << 20;  // numbers of a block
  return static_cast<double>(n + d) * static_cast<double>(to) <= kCheap ? 1e-9 : 1e-6;
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

Reduction principal_components(const RowSource& rows, Index to, std::uint64_t seed,
                               const Execution& execution, Summary& summary) {
  const Index n = rows.rows(), d = rows.columns(), most = std::min(n - 1, d);
  if (most < 1)
    throw InputError("{}: {} of {}; principal components need two rows or more, and a column",
                     rows.name(), counted(n, "row"), counted(d, "column"));
  if (to < 1 || to > most)
    throw InputError("{}: pca = {}: must be in [1, {}]; {} of {} have no more components",
                     rows.name(), to, most, counted(n, "row"), counted(d, "column"));
  const Moments moments = mean_and_spread(rows, execution);
  const RowProducts products(rows, moments.mean, execution);
  const KrylovSvd svd =
      krylov_svd(products.as_operator(),
                 {.rank = to, .tolerance = tolerance_of(n, d, to), .seed = seed}, execution);

  const Vector& values = svd.triples.values;
  const Index kept = directions_with_spread(values, moments);
  if (kept == 0)
    throw NumericalError("{}: all {} are identical; there is no direction of spread", rows.name(),
                         counted(n, "row"));
  Matrix axes = svd.triples.right.leftCols(kept);
  fix_signs(axes);
  const double share = values.head(kept).squaredNorm() / moments.spread.sum();
  summary.fact("components", kept)
      .fact("explained", std::min(1.0, share))
      .fact("iterations", svd.iterations)
      .fact("converged", svd.converged);
  if (kept < to)
    summary.notes.push_back(fmt::format(
        "{}: the rows have rank {}; that many components keep all of them, {} were asked for",
        rows.name(), kept, to));
  if (!svd.converged)
    summary.warnings.push_back(fmt::format(
        "{}: the last of {} had not settled after {} (residual {:.1g} of the largest); the axes "
        "are orthonormal, but other directions may vary as much as the last ones",
        rows.name(), counted(to, "principal component"), counted(svd.iterations, "iteration"),
        svd.residual));
  return {moments.mean, Matrix(axes.transpose())};
}

}  // namespace germane
