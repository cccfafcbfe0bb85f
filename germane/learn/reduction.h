// Wide rows made narrow before a method sees them, never filling in the zeros of sparse ones.
//
// Random projection [KaneNelson14]: every column is sent to kProjectionEntries of the new columns,
// with random signs. Inner products are kept on average, and a squared length is off by a share of
// about sqrt(2 / to), whatever the rows are. That share does not depend on the number of entries;
// what more entries save are the rows with few numbers, whose lengths are wrong when two of their
// columns meet: with 8 entries two columns that meet share an eighth of themselves instead of all,
// at 8 additions a number.
//
// Principal components: the directions of the largest variance. Of many rows that are not much
// wider than the components asked for, from their scatter: one pass, O(n d^2 + d^3). Of a few
// thousand wide rows from their inner products (learn/pca_solver.h counts). Of others by a block
// Krylov space (linalg/krylov.h) on the centred rows: some ten to a hundred passes over the
// rows, and O((n + d) to) memory; no d x d matrix.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/linalg/matrix.h"
#include "germane/model/rows_after.h"
#include "germane/model/summary.h"

#include <cstdint>
#include <memory>
#include <variant>

namespace germane {

// What is done to the columns of one view before a method sees them: new row = axes (x - center).
struct Reduction {
  Vector center;                            // d
  std::variant<Matrix, SparseMatrix> axes;  // r x d

  Index inputs() const;
  Index outputs() const;
  RowMatrix<double> apply(const RowMatrix<double>& rows) const;
  RowMatrix<float> apply(const RowMatrix<float>& rows) const;  // computed in float64
};

using ReducedRows = RowsAfter<Reduction>;

// The rows after the reduction: of sparse rows computed at once and held in memory, of dense rows
// as they are read. The source must outlive the result, the reduction need not.
std::unique_ptr<RowSource> reduced_rows(const RowSource& rows, const Reduction& reduction,
                                        const Execution& execution);

// A map of the reduced rows (k x r) as a map of the rows (k x d): map * axes.
Matrix fold(const Matrix& map, const Reduction& reduction);

// A row that the reduction sends to `point`: of all of them the nearest to its centre.
Vector unfold(const Vector& point, const Reduction& reduction);

inline constexpr Index kProjectionEntries = 8;  // of a column; fewer when `to` is

// Signs and places are a function of the seed and the number of the column alone. The centre is 0.
// Throws InputError when `to` is not between 1 and `columns`.
Reduction random_projection(Index columns, Index to, std::uint64_t seed);

struct PrincipalOptions {
  Index to = 1;  // components
  // The Krylov space stops when no standard deviation along a component gains a larger share of
  // itself in an iteration. What the components explain is then known to about as many digits; they
  // span nearly the best space, but inside it, and at its end, directions of nearly equal variance
  // may be mixed: by some sqrt(tolerance) where the next standard deviation is some percent lower.
  double tolerance = 1e-9;
  std::uint64_t seed = 0;
  // Bytes that inner products of all rows with each other may take; 0: they are not thought of.
  double memory = 0;
};

// Enough for a method that learns from all components together: only the space matters.
inline constexpr double kSpaceTolerance = 1e-4;

// Orthonormal axes, by falling variance, and the mean as their centre. Rows of a lower rank than
// `to` have as many axes as their rank, which keep all of them. Facts: components, explained (the
// share of the variance that is kept), iterations (0: from the scatter or
// inner products, exact to rounding), solver (where there is a choice),
// tolerance and converged. Throws InputError when `to` is not between 1 and min(rows - 1, columns),
// NumericalError when all rows are the same.
Reduction principal_components(const RowSource& rows, const PrincipalOptions& options,
                               const Execution& execution, Summary& summary);

}  // namespace germane
