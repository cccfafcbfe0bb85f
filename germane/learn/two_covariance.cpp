#include "germane/learn/two_covariance.h"

#include "germane/learn/within_covariance.h"
#include "germane/linalg/generalized.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"
#include "germane/linalg/shrinkage.h"

#include <cassert>
#include <cmath>
#include <limits>

namespace germane {
namespace {

Matrix after(const Matrix& map, const Matrix& scatter) {
  Matrix mapped = product(product(map, scatter), map.transpose());
  return (mapped + mapped.transpose()) / 2;
}

void zero(Matrix& symmetric, Index column) {
  symmetric.row(column).setZero();
  symmetric.col(column).setZero();
}

// The scatter inside chunklets after the map, without what is there by rounding alone: in columns
// that are constant inside chunklets, and in new coordinates that are differences of large numbers.
Matrix within_after(const Statistics& statistics, const Matrix& map) {
  Matrix within = statistics.chunklets.within;
  const Moments total = statistics.total();
  for (Index j = 0; j < within.cols(); ++j)
    if (within(j, j) <= total.rounding_spread(j)) zero(within, j);
  Matrix mapped = after(map, within);
  const Vector terms = map.cwiseAbs() * within.diagonal().cwiseSqrt();  // k: the sum of their sizes
  const double eps = 8 * std::numeric_limits<double>::epsilon();
  for (Index i = 0; i < mapped.cols(); ++i)
    if (mapped(i, i) <= eps * terms[i] * terms[i]) zero(mapped, i);
  return mapped;
}

// Exactly 0 where the map is centred on that mean, up to rounding.
Vector mean_after(const LinearMap& map, const Vector& mean) {
  Vector mapped = map.map * (mean - map.center);
  const Vector terms = map.map.cwiseAbs() * (mean.cwiseAbs() + map.center.cwiseAbs());
  const double eps = 64 * std::numeric_limits<double>::epsilon();
  for (Index i = 0; i < mapped.size(); ++i)
    if (std::abs(mapped[i]) <= eps * terms[i]) mapped[i] = 0;
  return mapped;
}

bool well_conditioned(const Matrix& covariance, double tolerance) {
  Vector units = covariance.diagonal();
  for (double& value : units) value = value > 0 ? 1 / std::sqrt(value) : 0;
  const Spectrum found = spectrum(units.asDiagonal() * covariance * units.asDiagonal(), tolerance);
  const auto varying = (units.array() > 0).count();
  return found.rank == varying && found.condition <= kWellConditioned;
}

}  // namespace

std::optional<TwoCovariance> two_covariance_of(const Statistics& statistics, const LinearMap& map) {
  const ChunkletScatter& chunklets = statistics.chunklets;
  if (statistics.pairs || !statistics.has_chunklets() || !chunklets.between.has_scatter() ||
      chunklets.chunklets < 2 || chunklets.freedom() < 1 || map.outputs() == 0)
    return std::nullopt;
  assert(map.inputs() == statistics.width() && chunklets.open.empty());

  // Form both, in the mapped space. Weights count as rows do.
  const double p = chunklets.weight(), m = static_cast<double>(chunklets.chunklets);
  const double freedom =
      p * static_cast<double>(chunklets.freedom()) / static_cast<double>(chunklets.points());
  const double n0 = (p - chunklets.square_sum / p) / (m - 1);
  Matrix within = within_after(statistics, map.map) / freedom;
  const Matrix between = after(map.map, chunklets.between.scatter) / (m - 1);
  if (!within.allFinite() || !between.allFinite() || !(n0 > 0)) return std::nullopt;
  if (!(within.diagonal().maxCoeff() > 0)) return std::nullopt;

  const double tolerance = rank_tolerance(statistics.rows(), map.outputs(), chunklets.float32);
  if (!well_conditioned(within, tolerance)) {
    const double weight = oas_weight(within, static_cast<double>(chunklets.freedom()));
    within = shrink_to_diagonal(std::move(within), weight);
  }

  // Solve between w = f within w: 1 + n0 b is the ratio f.
  const GeneralizedPairs pairs = generalized_eigen(between, within, tolerance);
  Index kept = 0;
  while (kept < pairs.rank && pairs.values[kept] > 1) ++kept;
  if (kept == 0) return std::nullopt;
  TwoCovariance model;
  model.mean = mean_after(map, chunklets.between.mean);
  model.map = pairs.vectors.leftCols(kept).transpose();
  model.between = (pairs.values.head(kept).array() - 1) / n0;
  return model;
}

}  // namespace germane
