#include "germane/linalg/shrinkage.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

struct Correlations {
  double columns = 0;              // with spread
  double off_diagonal_square = 0;  // sum over i != j of r_ij^2
};

Correlations correlations(const Matrix& c) {
  Correlations result;
  for (Index j = 0; j < c.cols(); ++j) {
    if (!(c(j, j) > 0)) continue;
    ++result.columns;
    for (Index i = j + 1; i < c.rows(); ++i) {
      if (!(c(i, i) > 0)) continue;
      // Divided one after the other: the product of two tiny variances would underflow.
      const double r = c(i, j) / std::sqrt(c(i, i)) / std::sqrt(c(j, j));
      result.off_diagonal_square += 2 * r * r;
    }
  }
  return result;
}

}  // namespace

Matrix shrink_to_diagonal(Matrix covariance, double weight) {
  const Vector diagonal = covariance.diagonal();
  covariance *= 1 - weight;
  covariance.diagonal() = diagonal;
  return covariance;
}

double oas_weight(const Matrix& covariance, double samples) {
  const auto [d, off] = correlations(covariance);
  if (d < 2 || !(off > 0)) return d < 2 ? 0 : 1;
  // trace R = d, trace R^2 = d + off.
  const double numerator = (1 - 2 / d) * (d + off) + d * d;
  const double denominator = (samples + 1 - 2 / d) * off;
  return std::clamp(numerator / denominator, 0.0, 1.0);
}

double oas_identity_weight(double trace, double trace_of_square, double columns, double samples) {
  const double apart = trace_of_square - trace * trace / columns;
  if (columns < 2) return 0;
  if (!(apart > 0)) return 1;
  const double numerator = (1 - 2 / columns) * trace_of_square + trace * trace;
  return std::clamp(numerator / ((samples + 1 - 2 / columns) * apart), 0.0, 1.0);
}

double ledoit_wolf_weight(const Matrix& covariance, double samples, double products) {
  const auto [d, off] = correlations(covariance);
  if (d < 2 || !(off > 0)) return d < 2 ? 0 : 1;
  const double variance = (products - samples * off) / (samples * samples);
  return std::clamp(variance / off, 0.0, 1.0);
}

}  // namespace germane
