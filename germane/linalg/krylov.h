// The leading singular triples of a matrix that is only known by its products with thin ones.
//
//   maximise over orthonormal V (n x r)   sum of squares of A V
//
// By a block Krylov space [Musco15, Alg. 2]: from the orthonormal basis V of A' (random), a block
// of rank + oversampling columns, both bases grow by turns,
//
//   A V = U C,   A' U = V C' + (next block of V) R,
//
// and the triples of the small C are those of A on the space (Rayleigh-Ritz). Blocks are
// orthonormalised against all before (growing_basis.h), so nothing hangs on a recurrence that
// rounding spoils. When the bases are full, the leading triples are kept and the space grows on
// from there [Baglama05], which loses none of the leading ones.
//
// Needs: one product with A and one with A' in each iteration. Memory: at most kMostBlocks blocks
// of rows + columns numbers each, fewer where they would take more than kBasisBytes.
// Departs from the paper: restarts, and stops when the values stand still instead of after a number
// of iterations given before.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"
#include "germane/linalg/svd.h"

#include <cstdint>
#include <functional>

namespace germane {

struct LinearOperator {
  Index rows = 0, columns = 0;
  std::function<Matrix(const Matrix&)> times;             // A B
  std::function<Matrix(const Matrix&)> transposed_times;  // A' B
};

struct KrylovOptions {
  Index rank = 1;           // triples wanted, at most min(rows, columns)
  Index oversampling = 10;  // columns of a block beyond the rank
  Index most_iterations = 50;
  double tolerance = 1e-9;  // converged: no wanted value changed by a larger share of itself
  std::uint64_t seed = 0;
};

inline constexpr Index kMostBlocks = 4;
inline constexpr double kBasisBytes = 2e9;

struct KrylovSvd {
  SingularTriples triples;  // `rank` of them; beyond the rank of A, values of 0 and any directions
  Index iterations = 0;
  bool converged = false;
  // The largest |A' u - value v| over the largest value; A v = value u holds to rounding. Each
  // value is nearer than that to a singular value of A, relative to the largest.
  double residual = 0;
};

// The same bits for the same seed and any number of threads. Throws InputError for a rank that is
// not between 1 and min(rows, columns), NumericalError when products are not finite.
KrylovSvd krylov_svd(const LinearOperator& a, const KrylovOptions& options,
                     const Execution& execution);

// Whether A is so much wider than long that a space of A A' is the cheaper one.
constexpr bool by_few_rows(Index rows, Index columns) { return rows < columns / 4; }

// The same from the Krylov space of A A', whose bases have `rows` numbers a column instead of rows
// + columns. The values and the vectors are those of A on the space it finds (Rayleigh-Ritz), the
// residual is that of A A'. Squares hide small values, overflow and vanish: false, and nothing is
// changed, when the last of them is not above a hundredth of the first.
bool krylov_svd_by_rows(const LinearOperator& a, const KrylovOptions& options,
                        const Execution& execution, KrylovSvd& result);

}  // namespace germane
