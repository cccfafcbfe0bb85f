#include "germane/data/scaled_rows.h"

#include "germane/data/changed_reader.h"

#include <cassert>
#include <utility>

namespace germane {

ScaledRows::ScaledRows(const RowSource& source, Vector scale)
    : RowsLike(source), scale_(std::move(scale)) {
  assert(scale_.size() == source.columns());
  const SparseMatrix* rows = source.sparse();
  if (!rows) return;
  sparse_ = *rows;
  for (Index i = 0; i < sparse_->rows(); ++i)
    for (SparseMatrix::InnerIterator cell(*sparse_, i); cell; ++cell)
      cell.valueRef() /= scale_[cell.col()];
}

std::unique_ptr<RowReader> ScaledRows::read(Index block_rows) const {
  const auto change = [this](auto rows, Index /*first*/) {
    using T = typename decltype(rows)::Scalar;
    rows.array().rowwise() /= scale_.template cast<T>().transpose().array();
    return rows;
  };
  return std::make_unique<ChangedReader<decltype(change)>>(source().read(block_rows), change);
}

RowMatrix<double> ScaledRows::gather(std::span<const Index> chosen) const {
  RowMatrix<double> rows = source().gather(chosen);
  rows.array().rowwise() /= scale_.transpose().array();
  return rows;
}

}  // namespace germane
