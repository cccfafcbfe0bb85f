// Weight, mean and centred scatter of rows: the mergeable summary behind every linear method.
#pragma once

#include "germane/io/archive.h"
#include "germane/linalg/matrix.h"

#include <string>

namespace germane {

// Always centred, never raw sums: with a mean of 1e6 raw sums lose all but three digits.
struct Moments {
  Index rows = 0;
  double weight = 0;  // sum of the rows' weights; the number of rows when they have none
  Vector mean;        // d
  Vector spread;      // d: diagonal of the scatter, always there
  Matrix scatter;     // d x d, sum of w (x - mean)(x - mean)'; 0 x 0 when only the spread was asked
  bool float32 = false;  // some rows came in float32: their products carry its rounding

  Moments() = default;
  Moments(Index columns, bool with_scatter);

  Index columns() const { return mean.size(); }
  bool has_scatter() const { return scatter.size() > 0; }

  // As if all rows had been added to one: adds na nb / (na + nb) dd', d the difference of the
  // means. Keeps the scatter only if both have it.
  void merge(const Moments& other);

  // Of the rows with every column divided by `scale`.
  Moments scaled(const Vector& scale) const;

  // What a few roundings of a column's numbers would show as its spread: one that is no larger does
  // not vary.
  double rounding_spread(Index column) const;
  // One unit per column: the standard deviation, 1 where a column does not vary.
  Vector standard_deviations() const;
};

// Of points in memory, each with a weight above 0.
Moments moments_of(RowMatrix<double> points, const Vector& weights, bool with_scatter);

void save(const Moments& moments, const std::string& prefix, Archive& archive);
Moments load_moments(const Archive& archive, const std::string& prefix);

}  // namespace germane
