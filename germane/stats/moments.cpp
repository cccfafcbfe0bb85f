#include "germane/stats/moments.h"

#include "germane/base/error.h"
#include "germane/linalg/products.h"
#include "germane/stats/scatter_file.h"

#include <cassert>
#include <cmath>
#include <limits>

namespace germane {

Moments::Moments(Index columns, bool with_scatter)
    : mean(Vector::Zero(columns)), spread(Vector::Zero(columns)) {
  if (with_scatter) scatter = Matrix::Zero(columns, columns);
}

void Moments::merge(const Moments& other) {
  if (other.rows == 0) return;
  if (rows == 0) {
    const bool keep = has_scatter() || columns() == 0;
    *this = other;
    if (!keep) scatter.resize(0, 0);
    return;
  }
  assert(columns() == other.columns());
  const double total = weight + other.weight;
  const Vector difference = other.mean - mean;
  const double factor = weight * (other.weight / total);
  spread += other.spread + factor * difference.cwiseAbs2();
  if (has_scatter() && other.has_scatter()) {
    scatter += other.scatter;
    scatter.noalias() += factor * difference * difference.transpose();
  } else {
    scatter.resize(0, 0);
  }
  mean += (other.weight / total) * difference;
  rows += other.rows;
  weight = total;
  float32 = float32 || other.float32;
}

Moments Moments::scaled(const Vector& scale) const {
  Moments result = *this;
  const Vector inverse = scale.cwiseInverse();
  result.mean = mean.cwiseProduct(inverse);
  result.spread = spread.cwiseProduct(inverse).cwiseProduct(inverse);
  if (has_scatter()) result.scatter = inverse.asDiagonal() * scatter * inverse.asDiagonal();
  return result;
}

Vector Moments::standard_deviations() const {
  Vector deviations = (spread / weight).cwiseSqrt();
  for (Index j = 0; j < columns(); ++j)
    if (!(spread[j] > rounding_spread(j))) deviations[j] = 1;
  return deviations;
}

double Moments::rounding_spread(Index column) const {
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(mean[column]);
  return weight * rounding * rounding;
}

Moments moments_of(RowMatrix<double> points, const Vector& weights, bool with_scatter) {
  Moments moments(points.cols(), with_scatter);
  moments.rows = points.rows();
  moments.weight = weights.sum();
  if (moments.rows == 0) return moments;
  // About the first point, so that equal numbers have exactly their own mean.
  moments.mean = points.row(0);
  points.rowwise() -= moments.mean.transpose();
  const Vector miss = points.transpose() * (weights / moments.weight);
  moments.mean += miss;
  points.rowwise() -= miss.transpose();
  points.array().colwise() *= weights.array().sqrt();
  moments.spread = points.colwise().squaredNorm();
  if (with_scatter) {
    add_scatter(points, moments.scatter);
    fill_upper(moments.scatter);
  }
  return moments;
}

void save(const Moments& moments, const std::string& prefix, Archive& archive) {
  archive.set(prefix + "rows", std::vector<std::int64_t>{moments.rows, moments.float32});
  archive.set(prefix + "weight", Vector::Constant(1, moments.weight).eval());
  archive.set(prefix + "mean", moments.mean);
  archive.set(prefix + "spread", moments.spread);
  if (moments.has_scatter()) archive.set(prefix + "scatter", RowMatrix<double>(moments.scatter));
}

Moments load_moments(const Archive& archive, const std::string& prefix) {
  Moments moments;
  const auto& rows = archive.integers(prefix + "rows", 2);
  moments.rows = rows[0];
  moments.float32 = rows[1] != 0;
  moments.weight = archive.number(prefix + "weight");
  moments.mean = archive.vector(prefix + "mean");
  const Index d = moments.columns();
  moments.spread = archive.vector(prefix + "spread", d);
  if (archive.has(prefix + "scatter"))
    moments.scatter = load_scatter(archive, prefix + "scatter", d);
  const bool empty = moments.rows == 0;
  const bool plausible = moments.rows >= 0 && (empty || moments.weight > 0) &&
                         (d == 0 || moments.spread.minCoeff() >= 0) &&
                         !(empty && moments.spread.sum() > 0);
  if (!plausible)
    throw InputError("{}: {} rows of weight {} or a negative spread cannot be; the file is damaged",
                     archive.path, moments.rows, moments.weight);
  if (moments.has_scatter() && !moments.scatter.diagonal().isApprox(moments.spread, 1e-9))
    throw InputError("{}: '{}spread' is not the diagonal of '{}scatter'; the file is damaged",
                     archive.path, prefix, prefix);
  return moments;
}

}  // namespace germane
