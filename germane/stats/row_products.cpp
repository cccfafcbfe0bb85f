#include "germane/stats/row_products.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/turnstile.h"
#include "germane/linalg/products.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <string_view>
#include <utility>

namespace germane {
namespace {

// Blocks of 16 MB, so that a thread's share of memory does not grow with the columns.
Index rows_per_block(Index columns) {
  constexpr Index kBlockNumbers = Index{1} << 21;
  return std::clamp<Index>(kBlockNumbers / std::max<Index>(columns, 1), 16, 8192);
}

}  // namespace

RowProducts::RowProducts(const RowSource& rows, Vector center, const Execution& execution)
    : rows_(rows), center_(std::move(center)), execution_(execution) {
  assert(center_.size() == rows.columns());
  if (const SparseMatrix* sparse = rows.sparse())
    sparse_ = std::make_unique<CentredSparse>(*sparse, center_, execution);
}

template <class Use, class Fail>
void RowProducts::for_blocks(const Use& use, const Fail& fail) const {
  const Index promised = rows_.rows();
  const auto refuse_changed = [&](std::string_view than) {
    throw InputError("{}: {} rows than the {} of its first reading; do not change it meanwhile",
                     rows_.name(), than, with_thousands(promised));
  };
  std::atomic<Index> seen = 0;
  const std::unique_ptr<RowReader> reader = rows_.read(rows_per_block(rows_.columns()));
  reader->leave_unchecked();
  execution_.pool.run(execution_.pool.threads(), [&](std::int64_t /*thread*/) {
    try {
      Matrix centred;
      for (RowBlock block; reader->next(block);) {
        execution_.stop_if_requested();
        if (block.first + block.count() > promised) refuse_changed("more");
        seen += block.count();
        std::visit(
            [&](const auto& view) {
              centred = view.transpose().template cast<double>();
              centred.colwise() -= center_;
            },
            block.rows);
        if (!use(block.number, block.first, centred)) return;
      }
    } catch (...) {
      fail();
      throw;
    }
  });
  if (seen < promised) refuse_changed("fewer");
}

Matrix RowProducts::times(const Matrix& b) const {
  if (sparse_) return sparse_->times(RowMatrix<double>(b));
  assert(b.rows() == rows_.columns());
  Matrix out = Matrix::Zero(rows_.rows(), b.cols());
  for_blocks(
      [&](Index /*number*/, Index first, const Matrix& centred) {
        add_transposed_product(1, centred, b, out.middleRows(first, centred.cols()));
        return true;
      },
      [] {});
  return out;
}

Matrix RowProducts::transposed_times(const Matrix& b) const {
  if (sparse_) return sparse_->transposed_times(RowMatrix<double>(b));
  assert(b.rows() == rows_.rows());
  Matrix sum = Matrix::Zero(rows_.columns(), b.cols());
  Turnstile turnstile;
  for_blocks(
      [&](Index number, Index first, const Matrix& centred) {
        Matrix part = Matrix::Zero(sum.rows(), sum.cols());
        add_product(1, centred, b.middleRows(first, centred.cols()), part);
        return turnstile.pass(number, [&] { sum += part; });
      },
      [&] { turnstile.abandon(); });
  return sum;
}

LinearOperator RowProducts::as_operator() const {
  return {rows_.rows(), rows_.columns(), [this](const Matrix& b) { return times(b); },
          [this](const Matrix& b) { return transposed_times(b); }};
}

}  // namespace germane
