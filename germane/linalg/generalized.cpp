#include "germane/linalg/generalized.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"

#include <cassert>
#include <cmath>

namespace germane {
namespace {

// 1 / sqrt(N_jj), and 0 for columns that N does not see.
Vector units_of(const Matrix& n) {
  Vector units = n.diagonal();
  for (double& value : units) value = value > 0 ? 1 / std::sqrt(value) : 0;
  return units;
}

Matrix in_units(const Matrix& a, const Vector& units) {
  return units.asDiagonal() * a * units.asDiagonal();
}

// By Cholesky, as LAPACK's dsygvd; false when N is singular to the tolerance.
bool solve_by_cholesky(Matrix a, Matrix n, double tolerance, GeneralizedPairs& result) {
  const auto d = static_cast<lapack_int>(n.cols());
  const double norm = n.cwiseAbs().colwise().sum().maxCoeff();
  const OneThread guard;
  if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', d, n.data(), d) != 0) return false;
  double reciprocal = 0;
  with_memory(LAPACKE_dpocon(LAPACK_COL_MAJOR, 'L', d, n.data(), d, norm, &reciprocal));
  if (!(reciprocal > tolerance)) return false;
  [[maybe_unused]] const lapack_int reduced =
      LAPACKE_dsygst(LAPACK_COL_MAJOR, 1, 'L', d, a.data(), d, n.data(), d);
  assert(reduced == 0);
  Eigenpairs pairs = symmetric_eigen(std::move(a));
  [[maybe_unused]] const lapack_int solved =
      LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'L', 'T', 'N', d, d, n.data(), d, pairs.vectors.data(), d);
  assert(solved == 0);
  result.values = std::move(pairs.values);
  result.vectors = std::move(pairs.vectors);
  result.rank = d;
  result.condition = 1 / reciprocal;
  return true;
}

}  // namespace

GeneralizedPairs generalized_eigen(const Matrix& a, const Matrix& n, double tolerance) {
  assert(a.cols() == n.cols());
  GeneralizedPairs result;
  if (n.cols() == 0) return result;
  const Vector units = units_of(n);
  const bool regular = units.minCoeff() > 0 && n.allFinite() &&
                       solve_by_cholesky(in_units(a, units), in_units(n, units), tolerance, result);
  if (!regular) {
    const Spectrum range = spectrum(in_units(n, units), tolerance);
    const Matrix white = whitener(range);
    const Eigenpairs pairs =
        symmetric_eigen(product(product(white, in_units(a, units)), white.transpose()));
    result.values = pairs.values;
    result.vectors = transposed_product(white, pairs.vectors);
    result.rank = range.rank;
    result.condition = range.condition;
  }
  result.vectors.applyOnTheLeft(units.asDiagonal());
  fix_signs(result.vectors);
  return result;
}

GeneralizedLargest::GeneralizedLargest(const Matrix& n, double tolerance) {
  const Vector units = units_of(n);
  white_ = whitener(spectrum(in_units(n, units), tolerance)) * units.asDiagonal();
}

double GeneralizedLargest::of(const Matrix& a) const {
  const Vector values = symmetric_eigenvalues(product(product(white_, a), white_.transpose()));
  return values.size() == 0 ? 0 : values[0];
}

}  // namespace germane
