#include "germane/learn/reduction.h"

#include "germane/data/owned_rows.h"
#include "germane/linalg/products.h"
#include "germane/linalg/symmetric.h"
#include "germane/stats/centred_sparse.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace germane {
namespace {

using Entry = SparseMatrix::InnerIterator;

RowMatrix<double> times_axes(const RowMatrix<double>& centred, const Matrix& axes) {
  RowMatrix<double> out = RowMatrix<double>::Zero(centred.rows(), axes.rows());
  // Rows one after the other are the columns of the transposed matrix.
  Eigen::Map<Matrix> columns_out(out.data(), out.cols(), out.rows());
  const Eigen::Map<const Matrix> columns_in(centred.data(), centred.cols(), centred.rows());
  add_product(1, axes, columns_in, columns_out);
  return out;
}

RowMatrix<double> times_axes(const RowMatrix<double>& centred, const SparseMatrix& axes) {
  RowMatrix<double> out(centred.rows(), axes.rows());
  for (Index i = 0; i < out.rows(); ++i)
    for (Index k = 0; k < out.cols(); ++k) {
      double sum = 0;
      for (Entry entry(axes, k); entry; ++entry) sum += entry.value() * centred(i, entry.col());
      out(i, k) = sum;
    }
  return out;
}

RowMatrix<double> times_axes(const CentredSparse& rows, const Matrix& axes) {
  // r x d by columns is d x r by rows.
  return rows.times(Eigen::Map<const RowMatrix<double>>(axes.data(), axes.cols(), axes.rows()));
}

RowMatrix<double> times_axes(const CentredSparse& rows, const SparseMatrix& axes) {
  return rows.times(SparseMatrix(axes.transpose()));
}

// Reduces blocks slice by slice: a block is as high as suits the narrow rows, and the wide ones
// would take too much memory at once.
class SlicingReader final : public RowReader {
 public:
  SlicingReader(std::unique_ptr<RowReader> reader, const Reduction& reduction)
      : reader_(std::move(reader)), reduction_(reduction) {}

  bool next(RowBlock& block) override {
    RowBlock given;
    if (!reader_->next(given)) return false;
    block.number = given.number;
    block.first = given.first;
    std::visit([&](const auto& rows) { reduce(rows, block); }, given.rows);
    return true;
  }

 private:
  template <class T>
  void reduce(const RowsView<T>& rows, RowBlock& block) const {
    constexpr Index kSliceNumbers = Index{1} << 21;
    const Index width = reduction_.outputs();
    const Index height = std::max<Index>(kSliceNumbers / std::max<Index>(rows.cols(), 1), 1);
    auto& storage = block.storage.emplace<std::vector<T>>();
    storage.reserve(static_cast<std::size_t>(rows.rows() * width));
    for (Index first = 0; first < rows.rows(); first += height) {
      const RowMatrix<T> slice = rows.middleRows(first, std::min(height, rows.rows() - first));
      const RowMatrix<T> reduced = reduction_.apply(slice);
      storage.insert(storage.end(), reduced.data(), reduced.data() + reduced.size());
    }
    block.show(view_rows(storage.data(), rows.rows(), width, width));
  }

  std::unique_ptr<RowReader> reader_;
  const Reduction& reduction_;
};

class StreamedRows final : public RowSource {
 public:
  StreamedRows(const RowSource& source, const Reduction& reduction)
      : source_(source), reduction_{reduction.center, {}}, rows_(source, with_axes(reduction)) {}

  std::string name() const override { return rows_.name(); }
  Index columns() const override { return rows_.columns(); }
  const std::vector<std::string>& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return rows_.scalar(); }
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return std::make_unique<SlicingReader>(source_.read(block_rows), reduction_);
  }
  RowMatrix<double> gather(std::span<const Index> chosen) const override {
    return rows_.gather(chosen);
  }

 private:
  // By assignment: see the copy constructor of Value.
  const Reduction& with_axes(const Reduction& given) {
    reduction_.axes = given.axes;
    return reduction_;
  }

  const RowSource& source_;
  Reduction reduction_;
  const ReducedRows rows_;
};

}  // namespace

Index Reduction::inputs() const { return center.size(); }

Index Reduction::outputs() const {
  return std::visit([](const auto& matrix) { return matrix.rows(); }, axes);
}

RowMatrix<double> Reduction::apply(const RowMatrix<double>& rows) const {
  assert(rows.cols() == inputs());
  RowMatrix<double> centred = rows;
  centred.rowwise() -= center.transpose();
  return std::visit([&](const auto& matrix) { return times_axes(centred, matrix); }, axes);
}

RowMatrix<float> Reduction::apply(const RowMatrix<float>& rows) const {
  return apply(RowMatrix<double>(rows.cast<double>())).cast<float>();
}

std::unique_ptr<RowSource> reduced_rows(const RowSource& rows, const Reduction& reduction,
                                        const Execution& execution) {
  assert(rows.columns() == reduction.inputs());
  const SparseMatrix* sparse = rows.sparse();
  if (!sparse) return std::make_unique<StreamedRows>(rows, reduction);
  const CentredSparse centred(*sparse, reduction.center, execution);
  RowMatrix<double> reduced =
      std::visit([&](const auto& axes) { return times_axes(centred, axes); }, reduction.axes);
  return std::make_unique<OwnedRows<double>>(std::move(reduced), std::vector<std::string>{},
                                             rows.name());
}

Matrix fold(const Matrix& map, const Reduction& reduction) {
  assert(map.cols() == reduction.outputs());
  if (const auto* dense = std::get_if<Matrix>(&reduction.axes)) return product(map, *dense);
  const auto& sparse = std::get<SparseMatrix>(reduction.axes);
  Matrix folded = Matrix::Zero(map.rows(), sparse.cols());
  for (Index k = 0; k < sparse.rows(); ++k)
    for (Entry entry(sparse, k); entry; ++entry)
      folded.col(entry.col()) += entry.value() * map.col(k);
  return folded;
}

Vector unfold(const Vector& point, const Reduction& reduction) {
  assert(point.size() == reduction.outputs());
  if (const auto* dense = std::get_if<Matrix>(&reduction.axes))  // orthonormal
    return reduction.center + dense->transpose() * point;
  const auto& sparse = std::get<SparseMatrix>(reduction.axes);
  const Matrix gram = Matrix(SparseMatrix(sparse * SparseMatrix(sparse.transpose())));
  return reduction.center + sparse.transpose() * (inverse_positive_definite(gram) * point);
}

}  // namespace germane
