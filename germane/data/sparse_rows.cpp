#include "germane/data/sparse_rows.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace germane {
namespace {

using Entry = SparseMatrix::InnerIterator;

class DensifyingReader final : public RowReader {
 public:
  DensifyingReader(const SparseRows& source, Index block_rows)
      : source_(source), block_rows_(block_rows) {}

  bool next(RowBlock& block) override {
    const SparseMatrix& matrix = *source_.sparse();
    const Index number = next_.fetch_add(1);
    if (matrix.rows() == 0 || number > (matrix.rows() - 1) / block_rows_) return false;
    block.number = number;
    block.first = number * block_rows_;
    const Index count = std::min(block_rows_, matrix.rows() - block.first);
    if (!std::holds_alternative<std::vector<double>>(block.storage))
      block.storage.emplace<std::vector<double>>();
    auto& numbers = std::get<std::vector<double>>(block.storage);
    numbers.assign(static_cast<std::size_t>(count * matrix.cols()), 0);
    for (Index i = 0; i < count; ++i)
      for (Entry entry(matrix, block.first + i); entry; ++entry)
        numbers[static_cast<std::size_t>(i * matrix.cols() + entry.col())] = entry.value();
    block.show(view_rows(numbers.data(), count, matrix.cols(), matrix.cols()));
    return true;
  }

 private:
  const SparseRows& source_;
  Index block_rows_;
  std::atomic<Index> next_ = 0;
};

// Eigen 3.4 has no move of sparse matrices, which would be a copy.
std::shared_ptr<const SparseMatrix> held(SparseMatrix& matrix) {
  auto own = std::make_shared<SparseMatrix>();
  own->swap(matrix);
  return own;
}

}  // namespace

SparseRows::SparseRows(SparseMatrix matrix, std::vector<std::string> column_names, std::string name,
                       bool gaps)
    : SparseRows(held(matrix), std::move(column_names), std::move(name), gaps) {}

SparseRows::SparseRows(std::shared_ptr<const SparseMatrix> matrix,
                       std::vector<std::string> column_names, std::string name, bool gaps)
    : matrix_(std::move(matrix)), column_names_(std::move(column_names)), name_(std::move(name)) {
  if (!column_names_.empty() && static_cast<Index>(column_names_.size()) != matrix_->cols())
    throw InputError("{}: {} for {}; give one for each column, or none", name_,
                     counted(static_cast<Index>(column_names_.size()), "column name"),
                     counted(matrix_->cols(), "column"));
  for (Index i = 0; i < matrix_->rows(); ++i)
    for (Entry entry(*matrix_, i); entry; ++entry)
      if (!std::isfinite(entry.value()) && !(gaps && std::isnan(entry.value())))
        throw InputError(
            "{}: row {} (from 0), {}: {} is not a finite number; remove the row or {}", name_, i,
            column_text(column_names_, entry.col()), entry.value(),
            std::isnan(entry.value()) ? "fill the gap (--missing)" : "mend the number");
}

void SparseRows::require_narrow() const {
  if (matrix_->cols() > kWidest)
    throw InputError(
        "{}: {} columns; what needs rows without gaps takes at most {}; choose fewer with "
        "--columns, or project the rows first",
        name_, matrix_->cols(), kWidest);
}

std::unique_ptr<RowReader> SparseRows::read(Index block_rows) const {
  require_narrow();
  if (block_rows < 1) throw InputError("blocks of {} rows: must be at least 1", block_rows);
  return std::make_unique<DensifyingReader>(*this, block_rows);
}

RowMatrix<double> SparseRows::gather(std::span<const Index> chosen) const {
  require_narrow();
  RowMatrix<double> gathered =
      RowMatrix<double>::Zero(static_cast<Index>(chosen.size()), matrix_->cols());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] < 0 || chosen[i] >= matrix_->rows())
      throw InputError("{}: row {} was asked for, but it has {} (counted from 0)", name_, chosen[i],
                       counted(matrix_->rows(), "row"));
    for (Entry entry(*matrix_, chosen[i]); entry; ++entry)
      gathered(static_cast<Index>(i), entry.col()) = entry.value();
  }
  return gathered;
}

SparseMatrix stacked(const std::vector<const SparseMatrix*>& parts) {
  Index rows = 0, columns = 0, entries = 0;
  for (const SparseMatrix* part : parts) {
    rows += part->rows();
    columns = std::max(columns, part->cols());
    entries += part->nonZeros();
  }
  SparseMatrix all(rows, columns);
  all.reserve(entries);
  Index row = 0;
  for (const SparseMatrix* part : parts)
    for (Index i = 0; i < part->rows(); ++i, ++row) {
      all.startVec(row);
      for (Entry entry(*part, i); entry; ++entry) all.insertBack(row, entry.col()) = entry.value();
    }
  all.finalize();
  return all;
}

SparseMatrix chosen_rows(const SparseMatrix& matrix, std::span<const Index> rows) {
  SparseMatrix result(static_cast<Index>(rows.size()), matrix.cols());
  for (Index i = 0; i < result.rows(); ++i) {
    result.startVec(i);
    const Index from = rows[static_cast<std::size_t>(i)];
    if (from < 0) continue;
    for (SparseMatrix::InnerIterator cell(matrix, from); cell; ++cell)
      result.insertBack(i, cell.col()) = cell.value();
  }
  result.finalize();
  return result;
}

SparseMatrix chosen_columns(const SparseMatrix& matrix, std::span<const Index> columns) {
  // Chosen by places that entries look up, so that the cost is that of the entries.
  std::vector<std::pair<Index, Index>> wanted;  // column, its place
  for (std::size_t place = 0; place < columns.size(); ++place)
    wanted.emplace_back(columns[place], static_cast<Index>(place));
  std::sort(wanted.begin(), wanted.end());
  SparseMatrix result(matrix.rows(), static_cast<Index>(columns.size()));
  std::vector<std::pair<Index, double>> row;
  for (Index i = 0; i < matrix.rows(); ++i) {
    row.clear();
    for (Entry entry(matrix, i); entry; ++entry) {
      const auto found =
          std::lower_bound(wanted.begin(), wanted.end(), std::pair(entry.col(), Index{0}));
      for (auto at = found; at != wanted.end() && at->first == entry.col(); ++at)
        row.emplace_back(at->second, entry.value());
    }
    std::sort(row.begin(), row.end());
    result.startVec(i);
    for (const auto& [place, value] : row) result.insertBack(i, place) = value;
  }
  result.finalize();
  return result;
}

}  // namespace germane
