// The two-covariance model of rows (probabilistic LDA of full rank): a row is its group's mean,
// which is Gaussian over groups, plus Gaussian noise inside the group. It answers how much likelier
// two rows are if one group made both than if two groups did.
#pragma once

#include "germane/io/archive.h"
#include "germane/linalg/matrix.h"

#include <span>
#include <string>
#include <vector>

namespace germane {

// In the coordinates map (x - mean) the covariance inside groups is the identity, and that between
// groups is diagonal.
struct TwoCovariance {
  Vector mean;     // k
  Matrix map;      // r x k
  Vector between;  // r: variances of the groups' means, at least 0

  Index inputs() const { return map.cols(); }
  Index outputs() const { return map.rows(); }

  RowMatrix<double> apply(const RowMatrix<double>& rows) const;  // n x k -> n x r
};

// log p(x, y | one group) - log p(x) - log p(y) of two rows after TwoCovariance::apply().
// Coordinate by coordinate, with s = (x + y) / sqrt 2, d = (x - y) / sqrt 2 (independent, of
// variances 1 + 2b and 1 if one group made both, 1 + b each if not) it is
//   log(1 + b) - log(1 + 2b) / 2 + s^2 b / (2 (1 + b) (1 + 2b)) - d^2 b / (2 (1 + b))
class LikelihoodRatio {
 public:
  explicit LikelihoodRatio(const Vector& between);
  double operator()(std::span<const double> x, std::span<const double> y) const;  // O(r)

 private:
  double constant_ = 0;
  std::vector<double> sums_, differences_;  // weights of (x + y)^2 and (x - y)^2
};

void save(const TwoCovariance& model, const std::string& prefix, Archive& archive);
bool has_two_covariance(const Archive& archive, const std::string& prefix);
// Throws InputError for arrays that do not fit each other and variances below 0.
TwoCovariance load_two_covariance(const Archive& archive, const std::string& prefix);

}  // namespace germane
