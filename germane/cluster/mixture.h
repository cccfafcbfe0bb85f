// A mixture of Gaussians: k components with a weight, a mean and a covariance each.
#pragma once

#include "germane/linalg/matrix.h"

#include <string>
#include <string_view>
#include <vector>

namespace germane {

enum class Covariance { kFull, kTied, kDiagonal, kSpherical };

inline const std::vector<std::string> kCovarianceNames = {"full", "tied", "diagonal", "spherical"};
Covariance covariance_by_name(std::string_view name);  // throws InputError
std::string name_of(Covariance covariance);

struct Mixture {
  Covariance covariance = Covariance::kFull;
  Vector weights;                   // k, of sum 1
  RowMatrix<double> means;          // k x d
  std::vector<Matrix> covariances;  // full: k of d x d; tied: one; else none
  RowMatrix<double> variances;      // diagonal: k x d; spherical: k x 1; else empty

  Index components() const { return means.rows(); }
  Index columns() const { return means.cols(); }
  // The numbers that were free when it was fitted: what BIC and AIC charge for.
  Index free_parameters() const;
};

// The mixture with component c moved to place number[c].
Mixture reordered(const Mixture& mixture, const std::vector<Index>& number);

}  // namespace germane
