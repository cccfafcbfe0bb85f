// Loadings: how each column of a view goes with the view's own score of each component.
//
//   L_kj = cov(x_j, t_k) / (sd x_j sd t_k),   t = A (x - mean)
//
// Weights (the rows of A) say how a score is made, and of columns that go together they may give it
// all to one; loadings say what it means. In the coordinates z in which a view is learned
// cov(z, t) = A C_zz, and where these are of the span of rows (row_span.h), cov(x, t) = A C_zz
// axes. Cost: O(d^2 k) of moments, O(n d k) of rows.
#pragma once

#include "germane/learn/row_span.h"
#include "germane/learn/view_sample.h"

#include <cstddef>

namespace germane {

// The coordinates of one view over the objects of a sample that have it.
class ViewSpread {
 public:
  ViewSpread(const ViewSample& sample, std::size_t view);

  // A C: sums of products of the new rows with the coordinates, about their means.   (k x r)
  Matrix covariations(const Matrix& map) const;
  // Sums of squares about the mean: of the coordinates, 0 where only rounding is left.
  const Vector& squares() const { return squares_; }

 private:
  Matrix scatter_;          // r x r, or
  RowMatrix<double> rows_;  // n x r, centred
  Vector squares_;
};

// The diagonal of A C A': sums of squares of the new rows, from A C and A.
Vector score_squares(const Matrix& covariations, const Matrix& map);

// k x d, each in [-1, 1]; 0 where a column or a score does not vary. `map`: k x r. Where the view
// is learned in a span of rows, `weights` says how often each of these counts; null: the columns
// are the coordinates.
Matrix loadings(const ViewSpread& view, const Matrix& map, const RowSpan* span,
                const Vector& weights);

}  // namespace germane
