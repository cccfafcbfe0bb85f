#include "germane/data/extremes.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace germane {
namespace {

class WatchingReader final : public RowReader {
 public:
  WatchingReader(const WatchedRows& rows, std::unique_ptr<RowReader> reader)
      : rows_(rows), reader_(std::move(reader)) {}

  bool next(RowBlock& block) override {
    if (!reader_->next(block)) return false;
    rows_.watch(block);
    return true;
  }
  void leave_unchecked() override { reader_->leave_unchecked(); }

 private:
  const WatchedRows& rows_;
  std::unique_ptr<RowReader> reader_;
};

}  // namespace

WatchedRows::WatchedRows(const RowSource& source)
    : RowsLike(source),
      least_(Vector::Constant(source.columns(), std::numeric_limits<double>::infinity())),
      largest_(-least_) {}

std::unique_ptr<RowReader> WatchedRows::read(Index block_rows) const {
  return std::make_unique<WatchingReader>(*this, source().read(block_rows));
}

Vector WatchedRows::least() const {
  const std::lock_guard lock(mutex_);
  return least_;
}

Vector WatchedRows::largest() const {
  const std::lock_guard lock(mutex_);
  return largest_;
}

void WatchedRows::watch(const RowBlock& block) const {
  if (block.count() == 0) return;
  // Row by row, as they stand in memory; the lock is taken once a block.
  const auto extremes = std::visit(
      [](const auto& view) {
        using T = typename std::decay_t<decltype(view)>::Scalar;
        RowMatrix<T> bounds(2, view.cols());
        bounds.row(0) = bounds.row(1) = view.row(0);
        for (Index i = 1; i < view.rows(); ++i) {
          bounds.row(0) = bounds.row(0).cwiseMin(view.row(i));
          bounds.row(1) = bounds.row(1).cwiseMax(view.row(i));
        }
        return RowMatrix<double>(bounds.template cast<double>());
      },
      block.rows);
  const std::lock_guard lock(mutex_);
  least_ = least_.cwiseMin(extremes.row(0).transpose());
  largest_ = largest_.cwiseMax(extremes.row(1).transpose());
}

Extremes sparse_extremes(const SparseMatrix& rows) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Extremes found{Vector::Constant(rows.cols(), kInfinity),
                 Vector::Constant(rows.cols(), -kInfinity)};
  std::vector<Index> entries(static_cast<std::size_t>(rows.cols()), 0);
  for (Index i = 0; i < rows.rows(); ++i)
    for (SparseMatrix::InnerIterator entry(rows, i); entry; ++entry) {
      const Index j = entry.col();
      found.least[j] = std::min(found.least[j], entry.value());
      found.largest[j] = std::max(found.largest[j], entry.value());
      ++entries[static_cast<std::size_t>(j)];
    }
  for (Index j = 0; j < rows.cols(); ++j) {
    if (entries[static_cast<std::size_t>(j)] == rows.rows()) continue;
    found.least[j] = std::min(found.least[j], 0.0);
    found.largest[j] = std::max(found.largest[j], 0.0);
  }
  return found;
}

}  // namespace germane
