// What the tests of decompositions share.
#pragma once

#include "germane/base/random.h"
#include "germane/linalg/matrix.h"

namespace germane::testing {

inline Matrix random_matrix(Index rows, Index columns, Random& random) {
  Matrix matrix(rows, columns);
  for (double& number : matrix.reshaped()) number = random.normal();
  return matrix;
}

}  // namespace germane::testing
