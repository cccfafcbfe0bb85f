// Inverse roots of positive semidefinite matrices, with the rank that was found. The one place
// where numerical rank is decided.
#pragma once

#include "germane/linalg/matrix.h"
#include "germane/linalg/symmetric.h"

namespace germane {

// Eigenvalues at or below this share of the largest are rounding noise. Float64: 8 eps (columns +
// sqrt(rows)), as sums of many blocks err at random. Float32: eps sqrt(columns); its products are
// summed in float64 after a few hundred rows, and leave noise of about 5e-9 however many rows there
// are.
double rank_tolerance(Index rows, Index columns, bool float32);

// The eigenpairs of a positive semidefinite matrix and what counts of them.
struct Spectrum {
  Eigenpairs pairs;      // all d
  Index rank = 0;        // values above tolerance * largest
  double condition = 0;  // largest / smallest of those; 0 when the rank is 0

  bool full_rank() const { return rank == pairs.values.size(); }
};
Spectrum spectrum(Matrix psd, double tolerance);

// V diag(values^-1/2) V' over the range: the symmetric inverse root (pseudo-inverse when singular).
Matrix inverse_root(const Spectrum& spectrum);

// diag(values^-1/2) V' over the range: rank x d, whitens and drops the null space.
Matrix whitener(const Spectrum& spectrum);

}  // namespace germane
