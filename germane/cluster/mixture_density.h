// The densities of rows under the components of a mixture, and the posteriors that follow.
//
//   log N(x | c) = -1/2 (|inv(L_c) (x - m_c)|^2 + log det C_c + d log 2 pi),   C_c = L_c L_c'
//
// Rows come in blocks that fit the cache; a component costs one subtraction of its mean, before
// anything is multiplied (so that distant components cost no digits), and one product.
#pragma once

#include "germane/cluster/mixture.h"
#include "germane/cluster/narrow_loops.h"
#include "germane/linalg/products.h"

#include <algorithm>
#include <vector>

namespace germane {

// One column for each component: log densities, then posteriors, of the rows of a block.
using ComponentTable = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic>;

class MixtureDensity {
 public:
  // Throws NumericalError, naming the component, when a covariance is singular.
  explicit MixtureDensity(const Mixture& mixture);

  struct Scratch {
    RowMatrix<double> centred, white;  // a block's rows about a mean, and whitened
    ColumnBlock columns;               // the same rows, if they are narrow
    std::vector<double> lengths;
  };

  Index components() const { return means_.rows(); }
  Index columns() const { return means_.cols(); }
  const Vector& log_weights() const { return log_weights_; }

  // out(i, c) = log N(x_i | c), for the first rows.rows() rows of `out`.
  void log_densities(Points<double> rows, Scratch& scratch, ComponentTable& out) const;

  // The posterior of every component for each row; returns the sum of log p(x_i).
  double posteriors(Points<double> rows, Scratch& scratch, ComponentTable& out) const;

 private:
  void by_column(Index c, Points<double> rows, ComponentTable& out) const;
  void by_root(Index c, Points<double> rows, Scratch& scratch, ComponentTable& out) const;

  RowMatrix<double> means_;
  Vector log_weights_;
  Vector constants_;                         // by component: log det C_c + d log 2 pi
  std::vector<RowMatrix<double>> roots_;     // inv(L_c), if rows are wide; one when tied
  std::vector<std::vector<double>> packed_;  // the same, if rows are narrow
  RowMatrix<double> inverse_deviations_;     // k x d, of diagonal and spherical covariances
};

// Rows of a block that are worked on together: in the cache, and enough for products to pay.
inline Index rows_together(Index columns) {
  const Index numbers = columns <= kNarrow ? 2048 : 32768;
  return std::clamp<Index>(numbers / std::max<Index>(columns, 1), 64, 256);
}

// Posteriors of rows whose logarithms, up to a constant for each row, are in the first `count` rows
// of `table`, in place; returns the sum of the logarithms of what they were divided by.
double normalise_rows(ComponentTable& table, Index count);

}  // namespace germane
