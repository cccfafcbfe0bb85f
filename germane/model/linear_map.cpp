#include "germane/model/linear_map.h"

#include "germane/linalg/products.h"

#include <cassert>
#include <type_traits>

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

class MappedReader final : public RowReader {
 public:
  MappedReader(std::unique_ptr<RowReader> reader, const LinearMap& map)
      : reader_(std::move(reader)), map_(map) {}

  bool next(RowBlock& block) override {
    RowBlock given;
    if (!reader_->next(given)) return false;
    block.number = given.number;
    block.first = given.first;
    std::visit([&](const auto& rows) { keep(block, rows); }, given.rows);
    return true;
  }

 private:
  template <class View>
  void keep(RowBlock& block, const View& rows) const {
    using T = typename View::Scalar;
    const RowMatrix<T> mapped = apply_map<T>(map_, rows);
    auto& storage = block.storage.template emplace<std::vector<T>>(
        mapped.data(), mapped.data() + mapped.size());
    block.show(view_rows(storage.data(), mapped.rows(), mapped.cols(), mapped.cols()));
  }

  std::unique_ptr<RowReader> reader_;
  const LinearMap& map_;
};

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
  return std::make_unique<MappedReader>(source_.read(block_rows), map_);
}

RowMatrix<double> MappedRows::gather(std::span<const Index> chosen) const {
  return map_.apply(source_.gather(chosen));
}

}  // namespace germane
