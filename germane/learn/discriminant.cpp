#include "germane/learn/discriminant.h"

#include "germane/linalg/generalized.h"
#include "germane/linalg/products.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>

namespace germane {

Discriminant discriminate(Matrix total, const WithinCovariance& within, Index dimensions) {
  if (within.basis.size() > 0) total = within.restrict(total);
  Vector ratios;
  Matrix map;
  if (within.full_rank()) {
    const GeneralizedPairs best = generalized_eigen(total, within.covariance, within.tolerance);
    ratios = best.values;
    map = best.vectors.leftCols(std::min(dimensions, ratios.size())).transpose();
  } else {
    // In the whitened range of C the problem is an ordinary one.
    const Matrix white = whitener(within.spectrum);  // rank x r
    const Eigenpairs best = symmetric_eigen(product(product(white, total), white.transpose()));
    ratios = best.values;
    map = transposed_product(best.vectors.leftCols(std::min(dimensions, ratios.size())), white);
  }
  // The sign rule holds for the directions as the rows see them.
  Matrix directions = within.lift(std::move(map)).transpose();
  fix_signs(directions);
  return {directions.transpose(), ratios};
}

}  // namespace germane
