// Rows as they are searched: as given, for the exact comparison, and prepared, for products that
// leave out nearly all of them.
//
// How remote a row x is from a query q, less for nearer ones, is
//
//   euclidean        |q - x|^2            by direct differences
//   cosine           -q'x / (|q| |x|)
//   inner product    -q'x
//   manhattan        sum |q_j - x_j|      which no products bound: every row is measured
//
// each as a sum in float64 of the rows as given: this alone decides who is near. Prepared rows are
// x^ = (x - center) / scale (euclidean), x / |x| (cosine) and x / scale (inner product), in the
// precision of the rows. Their products bound the remoteness from below:
//
//   h - q^'x^ - g |x^| (|q^| + |x^|) <= what the remoteness is in these units,
//
// where h = |x^|^2 / 2 for distances (which leaves out |q^|^2 / 2) and else 0, and g covers the
// rounding of products of d terms and of the prepared rows, two roundings for each term. The centre
// only makes the bound tight: without it the norms of rows far from 0 would dwarf their distances.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"
#include "germane/retrieve/metric.h"

#include <string>
#include <vector>

namespace germane {

// In which rows and queries are prepared.
struct SearchFrame {
  Metric metric = Metric::kEuclidean;
  Vector center;     // of distances; else empty
  double scale = 1;  // a power of two
  // What rows are divided by before all else, so that squares of very large or small numbers do not
  // overflow or vanish: 1, or for magnitudes beyond 1e100 and 1e-100 a power of two. (Cosines:
  // every row by its own.)
  double unit = 1;

  // What the bound of a row is compared with, for a remoteness that is still near enough.
  double threshold(double remoteness, double squared_norm, Index columns) const;
};

template <class T>
struct SearchPoints {
  RowMatrix<T> given;  // divided by the frame's unit
  RowMatrix<T> prepared;
  std::vector<double> squared_norms;  // of (x - center) / scale; for cosine of the rows as given
  std::vector<T> low, reach;          // the bound is low - reach |q^| - q^'x^
  std::vector<T> norms;               // |x^|, rounded up, for the queries' part

  Index count() const { return given.rows(); }
  Index columns() const { return given.cols(); }
};

// Centre and scale that suit these rows. Throws NumericalError for a number so large that squares
// would leave nothing of the others.
template <class T>
SearchFrame frame_of(const RowMatrix<T>& rows, Metric metric, const Execution& execution);

// `name` and `first` (the number of the first row) are for messages. Throws InputError for a row of
// zeros under cosine, which has no direction.
template <class T>
SearchPoints<T> prepare_points(RowMatrix<T> rows, const SearchFrame& frame, const std::string& name,
                               Index first, const Execution& execution);

// How remote row `row` is from a query given in float64, with its squared norm. Throws
// NumericalError when that is no finite number.
template <class T>
double remoteness(const SearchFrame& frame, const SearchPoints<T>& rows, Index row,
                  const double* query, double query_square);

// What people are told: the distance or the similarity.
double value_of(const SearchFrame& frame, double remoteness);
// And back, for a threshold that they give.
double remoteness_of(const SearchFrame& frame, double value);

}  // namespace germane
