#include "germane/model/linear_map.h"

#include "germane/linalg/products.h"

namespace germane {
namespace {

template <class T>
RowMatrix<T> apply_map(const LinearMap& map, RowMatrix<T> rows) {
  // In float64: a large mean rounded to float32 would move every row.
  rows = (rows.template cast<double>().rowwise() - map.center.transpose()).template cast<T>();
  const RowMatrix<T> weights = map.map.cast<T>();
  RowMatrix<T> out(rows.rows(), map.outputs());
  inner_products(rows, weights, out);
  return out;
}

}  // namespace

RowMatrix<double> LinearMap::apply(const RowMatrix<double>& rows) const {
  return apply_map<double>(*this, rows);
}

RowMatrix<float> LinearMap::apply(const RowMatrix<float>& rows) const {
  return apply_map<float>(*this, rows);
}

Matrix LinearMap::mahalanobis() const { return transposed_product(map, map); }

LinearMap undo_scale(LinearMap map, const Vector& scale) {
  map.center = map.center.cwiseProduct(scale);
  map.map = map.map * scale.cwiseInverse().asDiagonal();
  return map;
}

LinearMap standardizing_map(const Vector& mean, const Vector& deviations) {
  LinearMap map;
  map.center = mean;
  map.map = deviations.cwiseInverse().asDiagonal();
  return map;
}

}  // namespace germane
