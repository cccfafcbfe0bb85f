#include "germane/model/kernel_function.h"

#include "germane/linalg/products.h"

#include <cassert>
#include <cmath>

namespace germane {
namespace {

Vector inverse_norms(const RowMatrix<double>& rows) {
  Vector norms = rows.rowwise().norm();
  for (double& norm : norms) norm = norm > 0 ? 1 / norm : 0;
  return norms;
}

}  // namespace

const std::vector<std::string>& kernel_kinds() {
  static const std::vector<std::string> kinds = {"linear", "rbf", "polynomial", "cosine",
                                                 "precomputed"};
  return kinds;
}

RowMatrix<double> kernel_values(const Kernel& kernel, const RowMatrix<double>& rows,
                                const RowMatrix<double>& others) {
  assert(kernel.kind != "precomputed");
  RowMatrix<double> values(rows.rows(), others.rows());
  inner_products(rows, others, values);
  if (kernel.kind == "rbf") {
    const Vector row_squares = rows.rowwise().squaredNorm();
    const Eigen::RowVectorXd other_squares = others.rowwise().squaredNorm().transpose();
    for (Index i = 0; i < values.rows(); ++i)
      values.row(i) =
          (-kernel.gamma * (row_squares[i] + (other_squares - 2 * values.row(i)).array()).max(0.0))
              .exp();
  } else if (kernel.kind == "polynomial") {
    values = (kernel.gamma * values.array() + kernel.offset).pow(static_cast<int>(kernel.degree));
  } else if (kernel.kind == "cosine") {
    values = inverse_norms(rows).asDiagonal() * values;
    values = values * inverse_norms(others).asDiagonal();
  }
  return values;
}

}  // namespace germane
