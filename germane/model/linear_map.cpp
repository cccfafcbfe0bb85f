#include "germane/model/linear_map.h"

#include "germane/linalg/products.h"

namespace germane {
namespace {

// In float64: a large mean rounded to float32 would move every row.
template <class Rows, class T = typename Rows::Scalar>
RowMatrix<T> less(const Rows& rows, const Vector& center) {
  return (rows.template cast<double>().rowwise() - center.transpose()).template cast<T>();
}

template <class T>
RowMatrix<T> centred(const RowsView<T>& rows, const Vector& center) {
  if (rows.innerStride() != 1) return less(rows, center);
  using Whole = Eigen::Map<const RowMatrix<T>, Eigen::Unaligned, Eigen::OuterStride<>>;
  const Eigen::OuterStride<> stride(rows.outerStride());
  return less(Whole(rows.data(), rows.rows(), rows.cols(), stride), center);
}

template <class T>
void apply_map(const LinearMap& map, const RowsView<T>& rows, T* out) {
  const RowMatrix<T> weights = map.map.cast<T>();
  inner_products(centred(rows, map.center), weights,
                 Eigen::Map<RowMatrix<T>>(out, rows.rows(), map.outputs()));
}

template <class T>
RowMatrix<T> applied(const LinearMap& map, const RowMatrix<T>& rows) {
  RowMatrix<T> out(rows.rows(), map.outputs());
  apply_map(map, view_rows(rows), out.data());
  return out;
}

}  // namespace

RowMatrix<double> LinearMap::apply(const RowMatrix<double>& rows) const {
  return applied(*this, rows);
}
RowMatrix<float> LinearMap::apply(const RowMatrix<float>& rows) const {
  return applied(*this, rows);
}
void LinearMap::apply(const RowsView<double>& rows, double* out) const {
  apply_map(*this, rows, out);
}
void LinearMap::apply(const RowsView<float>& rows, float* out) const {
  apply_map(*this, rows, out);
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
