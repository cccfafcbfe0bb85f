#include "germane/retrieve/row_parts.h"

#include "germane/cluster/prepared_rows.h"

#include <algorithm>
#include <atomic>

namespace germane {

template <class T>
RowParts<T>::RowParts(const RowSource& source, Index part_rows)
    : source_(source), count_(source.rows()) {
  constexpr Index kBlockRows = 4096;
  block_rows_ = std::clamp<Index>(part_rows, 1, kBlockRows);
  blocks_ = part_rows < count_ ? part_rows / block_rows_ : count_ / block_rows_ + 1;
  reader_ = source.read(block_rows_);
}

template <class T>
RowMatrix<T> RowParts<T>::next(const Execution& execution) {
  first_ = read_;
  const Index rows = std::min(count_ - first_, blocks_ * block_rows_);
  RowMatrix<T> part(rows, source_.columns());
  std::atomic<Index> taken{0}, seen{0};
  const Index wanted = (rows + block_rows_ - 1) / block_rows_;
  execution.pool.run(execution.pool.threads(), [&](std::int64_t) {
    RowBlock block;
    while (taken++ < wanted) {
      execution.stop_if_requested();
      if (!reader_->next(block)) return;
      const Index at = block.first - first_;
      if (at + block.count() > rows) refuse_count(source_, count_);
      std::visit(
          [&](const auto& view) { part.middleRows(at, view.rows()) = view.template cast<T>(); },
          block.rows);
      seen += block.count();
    }
  });
  if (seen != rows) refuse_count(source_, count_);
  read_ += rows;
  return part;
}

template class RowParts<float>;
template class RowParts<double>;

}  // namespace germane
