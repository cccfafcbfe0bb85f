#include "germane/learn/discriminant.h"

#include "germane/linalg/products.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>

namespace germane {

Discriminant discriminate(const Matrix& total_covariance, const WithinCovariance& within,
                          Index dimensions) {
  // In the whitened range of C the problem is an ordinary one, whatever the rank of C.
  const Matrix white = whitener(within.spectrum);  // rank x r
  const Matrix total = within.restrict(total_covariance);
  const Eigenpairs best = symmetric_eigen(product(product(white, total), white.transpose()));
  const Index kept = std::min(dimensions, best.values.size());
  Matrix map = within.lift(transposed_product(best.vectors.leftCols(kept), white));
  // The sign rule holds for the directions as the rows see them.
  Matrix directions = map.transpose();
  fix_signs(directions);
  return {directions.transpose(), best.values};
}

}  // namespace germane
