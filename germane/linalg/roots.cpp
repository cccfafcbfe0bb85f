#include "germane/linalg/roots.h"

#include "germane/linalg/products.h"

#include <cmath>
#include <limits>

namespace germane {

double rank_tolerance(Index rows, Index columns, bool float32) {
  const auto n = static_cast<double>(rows), d = static_cast<double>(columns);
  if (float32) return double{std::numeric_limits<float>::epsilon()} * std::sqrt(d);
  return 8 * std::numeric_limits<double>::epsilon() * (d + std::sqrt(n));
}

Spectrum spectrum(Matrix psd, double tolerance) {
  Spectrum result{.pairs = symmetric_eigen(std::move(psd))};
  const Vector& values = result.pairs.values;
  if (values.size() == 0 || !(values[0] > 0)) return result;
  while (result.rank < values.size() && values[result.rank] > tolerance * values[0]) ++result.rank;
  if (result.rank > 0) result.condition = values[0] / values[result.rank - 1];
  return result;
}

Matrix inverse_root(const Spectrum& s) {
  const Matrix range = s.pairs.vectors.leftCols(s.rank);
  Matrix root = product(range, whitener(s));
  // Symmetric by construction, but for rounding: make it so to the last bit.
  return 0.5 * (root + root.transpose());
}

Matrix whitener(const Spectrum& s) {
  const Vector scale = s.pairs.values.head(s.rank).array().sqrt().inverse();
  return scale.asDiagonal() * s.pairs.vectors.leftCols(s.rank).transpose();
}

}  // namespace germane
