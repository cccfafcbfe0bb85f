#include "germane/learn/view_loadings.h"

#include "germane/linalg/products.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace germane {

ViewSpread::ViewSpread(const ViewSample& sample, std::size_t view) {
  const bool in_rows = sample.in_rows();
  Moments moments = sample.of_view(view, !in_rows);
  if (in_rows) {
    Vector mean;
    rows_ = sample.rows_of_view(view, mean);
  } else {
    scatter_ = std::move(moments.scatter);
  }
  squares_ = std::move(moments.spread);
  for (Index j = 0; j < squares_.size(); ++j)
    if (!(squares_[j] > moments.rounding_spread(j))) squares_[j] = 0;
}

Matrix ViewSpread::covariations(const Matrix& map) const {
  if (scatter_.size() > 0) return product(map, scatter_);
  RowMatrix<double> scores(rows_.rows(), map.rows());
  const RowMatrix<double> weights = map;
  inner_products(rows_, weights, scores);
  Matrix result = Matrix::Zero(map.rows(), map.cols());
  add_cross_scatter(scores, rows_, result);
  return result;
}

Vector score_squares(const Matrix& covariations, const Matrix& map) {
  return covariations.cwiseProduct(map).rowwise().sum();
}

Matrix loadings(const ViewSpread& view, const Matrix& map, const RowSpan* span,
                const Vector& weights) {
  const Matrix own = view.covariations(map);
  const Vector scores = score_squares(own, map);
  const Vector columns = span ? span->squares(weights) : view.squares();
  Matrix result = span ? span->in_columns(own) : own;
  for (Index j = 0; j < result.cols(); ++j)
    for (Index k = 0; k < result.rows(); ++k) {
      const bool vary = columns[j] > 0 && scores[k] > 0;
      const double scale = std::sqrt(columns[j]) * std::sqrt(std::max(0.0, scores[k]));
      result(k, j) = vary && scale > 0 ? std::clamp(result(k, j) / scale, -1.0, 1.0) : 0.0;
    }
  return result;
}

}  // namespace germane
