#include "germane/data/rows.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/linalg/large_matrix.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

namespace germane {

namespace {

// NaN and infinity times 0 are NaN, which a sum keeps: no branch per number, so that this runs at
// the speed of memory. Eigen vectorises it; the compiler may not reorder such a sum itself.
template <class T>
bool all_finite(const T* numbers, Index count) {
  using Numbers = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;
  return (Numbers(numbers, count) * T(0)).sum() == T(0);
}

template <class T>
bool all_finite(const RowsView<T>& rows) {
  const Index count = rows.rows(), columns = rows.cols();
  if (count == 0 || columns == 0) return true;
  if (rows.innerStride() == 1 && rows.outerStride() == columns)
    return all_finite(rows.data(), count * columns);
  if (rows.innerStride() == 1) {
    for (Index row = 0; row < count; ++row)
      if (!all_finite(rows.data() + row * rows.outerStride(), columns)) return false;
    return true;
  }
  if (rows.outerStride() == 1) {  // a column-major matrix
    for (Index column = 0; column < columns; ++column)
      if (!all_finite(rows.data() + column * rows.innerStride(), count)) return false;
    return true;
  }
  for (Index row = 0; row < count; ++row)
    for (Index column = 0; column < columns; ++column)
      if (!std::isfinite(rows(row, column))) return false;
  return true;
}

// Throws for the first number that is not finite, in the order of rows; `row_number` gives the
// number of a row of the view in the source.
template <class Rows, class RowNumber>
void refuse_first_not_finite(const Rows& rows, const RowSource& source,
                             const RowNumber& row_number) {
  for (Index row = 0; row < rows.rows(); ++row)
    for (Index column = 0; column < rows.cols(); ++column)
      if (const double number = static_cast<double>(rows(row, column)); !std::isfinite(number))
        throw InputError("{}: row {} (from 0), {}: {} is not a finite number; remove the row or {}",
                         source.name(), row_number(row), column_text(source, column), number,
                         std::isnan(number) ? "fill the gap (--missing)" : "mend the number");
}

template <class T>
class MemoryReader final : public RowReader {
 public:
  MemoryReader(const MemoryRows<T>& source, RowsView<T> rows, Index block_rows)
      : source_(source), rows_(rows), block_rows_(block_rows) {}

  bool next(RowBlock& block) override {
    // Counts calls, not rows, so that it does not overflow however long a thread keeps asking.
    const Index number = next_.fetch_add(1);
    if (number > (rows_.rows() - 1) / block_rows_ || rows_.rows() == 0) return false;
    const Index first = number * block_rows_;
    block.number = number;
    block.first = first;
    block.show(view_rows(rows_.data() + first * rows_.outerStride(),
                         std::min(block_rows_, rows_.rows() - first), rows_.cols(),
                         rows_.outerStride(), rows_.innerStride()));
    if (checked_) require_finite(block, source_);
    return true;
  }
  void leave_unchecked() override { checked_ = false; }

 private:
  const MemoryRows<T>& source_;
  RowsView<T> rows_;
  Index block_rows_;
  bool checked_ = true;
  std::atomic<Index> next_{0};
};

}  // namespace

Index RowBlock::count() const {
  return std::visit([](const auto& view) { return view.rows(); }, rows);
}

Index RowBlock::columns() const {
  return std::visit([](const auto& view) { return view.cols(); }, rows);
}

std::string column_text(const RowSource& source, Index column) {
  return column_text(source.column_names(), column);
}

std::string column_text(const std::vector<std::string>& names, Index column) {
  const auto i = static_cast<std::size_t>(column);
  return i < names.size() ? quoted(names[i]) : fmt::format("column {}", column);
}

void require_finite(const RowBlock& block, const RowSource& source) {
  std::visit(
      [&](const auto& rows) {
        if (!all_finite(rows))
          refuse_first_not_finite(rows, source, [&](Index row) { return block.first + row; });
      },
      block.rows);
}

RowMatrix<double> RowSource::gather(std::span<const Index> chosen) const {
  RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns());
  std::vector<std::size_t> order(chosen.size());  // places in `chosen`, by ascending row
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return chosen[i]; });
  if (!order.empty() && chosen[order.front()] < 0)
    throw InputError("{}: row {} was asked for; rows count from 0", name(), chosen[order.front()]);

  constexpr Index kBlockNumbers = Index{1} << 19;
  const std::unique_ptr<RowReader> reader =
      read(std::max(kBlockNumbers / std::max(columns(), Index{1}), Index{1}));
  RowBlock block;
  Index seen = 0;
  std::size_t found = 0;
  while (found < order.size() && reader->next(block)) {
    seen += block.count();
    const auto first =
        std::ranges::lower_bound(order, block.first, {}, [&](std::size_t i) { return chosen[i]; });
    for (auto place = first; place != order.end(); ++place) {
      const Index row = chosen[*place] - block.first;
      if (row >= block.count()) break;
      std::visit(
          [&](const auto& rows) {
            gathered.row(static_cast<Index>(*place)) = rows.row(row).template cast<double>();
          },
          block.rows);
      ++found;
    }
  }
  if (found < order.size())
    throw InputError("{}: row {} was asked for, but it has {} (counted from 0)", name(),
                     chosen[order.back()], counted(seen, "row"));
  return gathered;
}

template <class T>
MemoryRows<T>::MemoryRows(RowsView<T> rows, std::vector<std::string> column_names, std::string name)
    : rows_(rows), column_names_(std::move(column_names)), name_(std::move(name)) {
  if (!column_names_.empty() && static_cast<Index>(column_names_.size()) != rows_.cols())
    throw InputError("{}: {} for {}; give one for each column, or none", name_,
                     counted(static_cast<Index>(column_names_.size()), "column name"),
                     counted(rows_.cols(), "column"));
}

template <class T>
Scalar MemoryRows<T>::scalar() const {
  return std::is_same_v<T, float> ? Scalar::kFloat32 : Scalar::kFloat64;
}

template <class T>
std::unique_ptr<RowReader> MemoryRows<T>::read(Index block_rows) const {
  if (block_rows < 1) throw InputError("blocks of {} rows: must be at least 1", block_rows);
  return std::make_unique<MemoryReader<T>>(*this, rows_, block_rows);
}

template <class T>
RowMatrix<double> MemoryRows<T>::gather(std::span<const Index> chosen) const {
  auto gathered = large_matrix<RowMatrix<double>>(static_cast<Index>(chosen.size()), columns());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] < 0 || chosen[i] >= rows())
      throw InputError("{}: row {} was asked for, but it has {} (counted from 0)", name(),
                       chosen[i], counted(rows(), "row"));
    gathered.row(static_cast<Index>(i)) = rows_.row(chosen[i]).template cast<double>();
  }
  if (!all_finite(view_rows(gathered)))
    refuse_first_not_finite(gathered, *this,
                            [&](Index i) { return chosen[static_cast<std::size_t>(i)]; });
  return gathered;
}

template class MemoryRows<float>;
template class MemoryRows<double>;

}  // namespace germane
