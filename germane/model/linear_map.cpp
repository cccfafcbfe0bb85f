#include "germane/model/linear_map.h"

#include "germane/data/changed_reader.h"
#include "germane/linalg/products.h"

#include <cassert>

namespace germane {
namespace {

template <class T>
RowMatrix<T> apply_map(const LinearMap& map, RowMatrix<T> rows) {
  rows.rowwise() -= map.center.cast<T>().transpose();
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

MappedRows::MappedRows(const RowSource& source, const LinearMap& map) : source_(source), map_(map) {
  assert(source.columns() == map.inputs());
}

std::unique_ptr<RowReader> MappedRows::read(Index block_rows) const {
  const auto change = [this](auto rows, Index /*first*/) { return map_.apply(rows); };
  return std::make_unique<ChangedReader<decltype(change)>>(source_.read(block_rows), change);
}

RowMatrix<double> MappedRows::gather(std::span<const Index> chosen) const {
  return map_.apply(source_.gather(chosen));
}

}  // namespace germane
