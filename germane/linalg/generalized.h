// Generalised symmetric eigenproblems A w = value N w, by LAPACK; N may be singular.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

struct GeneralizedPairs {
  Vector values;         // descending; as many as the rank of N
  Matrix vectors;        // d x rank, one a column, w' N w = 1, signs by fix_signs
  Index rank = 0;        // of N, decided on its correlations, so that units play no part
  double condition = 0;  // of the correlations, over their range
};

// A symmetric, N positive semidefinite, both filled. Directions that N does not
// see get no weight. A full-rank N costs one Cholesky factor and one eigenproblem; a singular one a
// second eigenproblem. `tolerance` as in rank_tolerance(). Throws as symmetric_eigen does.
GeneralizedPairs generalized_eigen(const Matrix& a, const Matrix& n, double tolerance);

// Coordinates in which N is the identity, and the largest value alone, for many A of one N.
class GeneralizedLargest {
 public:
  GeneralizedLargest(const Matrix& n, double tolerance);
  double of(const Matrix& a) const;
  const Matrix& white() const { return white_; }

 private:
  Matrix white_;  // rank x d: white N white' = I
};

}  // namespace germane
