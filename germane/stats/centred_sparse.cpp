#include "germane/stats/centred_sparse.h"

#include "germane/stats/row_loops.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace germane {
namespace {

using Entry = SparseMatrix::InnerIterator;

constexpr Index kTaskRows = 256;

// body(row) for every row.
template <class Body>
void for_rows(Index rows, const Execution& execution, const Body& body) {
  execution.pool.run((rows + kTaskRows - 1) / kTaskRows, [&](std::int64_t task) {
    execution.stop_if_requested();
    const Index end = std::min((task + 1) * kTaskRows, rows);
    for (Index row = task * kTaskRows; row < end; ++row) body(row);
  });
}

// out = rows * b + start(row), a panel of b's columns after the other: rows of all of them would
// come from memory for every cell.
template <class Start>
RowMatrix<double> by_panels(const SparseMatrix& rows, Points<double> b, const Execution& execution,
                            const Start& start) {
  RowMatrix<double> out(rows.rows(), b.cols());
  RowMatrix<double> panel = RowMatrix<double>::Zero(b.rows(), kPanel);
  for (Index first = 0; first < b.cols(); first += kPanel) {
    const Index width = std::min(kPanel, b.cols() - first);
    panel.leftCols(width) = b.middleCols(first, width);
    for_rows(rows.rows(), execution, [&](Index i) {
      Eigen::Matrix<double, 1, kPanel> sum = Eigen::Matrix<double, 1, kPanel>::Zero();
      for (Index k = 0; k < width; ++k) sum[k] = start(i, first + k);
      const Index at = rows.outerIndexPtr()[i];
      const Index count =
          rows.isCompressed() ? rows.outerIndexPtr()[i + 1] - at : rows.innerNonZeroPtr()[i];
      sum_cells(rows.valuePtr() + at, rows.innerIndexPtr() + at, count, panel.data(), sum.data());
      out.row(i).segment(first, width) = sum.head(width);
    });
  }
  return out;
}

}  // namespace

CentredSparse::CentredSparse(const SparseMatrix& rows, const Vector& center,
                             const Execution& execution)
    : rows_(&rows), left_(center), execution_(execution) {
  assert(center.size() == rows.cols());
  subtract_from_filled(rows, center);
}

void CentredSparse::subtract_from_filled(const SparseMatrix& rows, const Vector& center) {
  std::vector<Index> seen(static_cast<std::size_t>(rows.cols()), 0), filled;
  for (Index i = 0; i < rows.rows(); ++i)
    for (Entry entry(rows, i); entry; ++entry) ++seen[static_cast<std::size_t>(entry.col())];
  Index added = 0;  // zeros that become numbers
  for (Index j = 0; j < rows.cols(); ++j) {
    const Index count = seen[static_cast<std::size_t>(j)];
    if (2 * count <= rows.rows() || center[j] == 0) continue;
    filled.push_back(j);
    added += rows.rows() - count;
    left_[j] = 0;
  }
  if (filled.empty()) return;
  SparseMatrix shifted(rows.rows(), rows.cols());
  shifted.reserve(rows.nonZeros() + added);
  for (Index i = 0; i < rows.rows(); ++i) {
    shifted.startVec(i);
    // The entries of the row and the filled columns, both ascending, merged.
    Entry entry(rows, i);
    for (auto next = filled.begin(); entry || next != filled.end();) {
      const bool is_entry = entry && (next == filled.end() || entry.col() <= *next);
      const bool is_filled = next != filled.end() && (!is_entry || entry.col() == *next);
      const Index column = is_entry ? entry.col() : *next;
      shifted.insertBack(i, column) =
          (is_entry ? entry.value() : 0) - (is_filled ? center[column] : 0);
      if (is_entry) ++entry;
      if (is_filled) ++next;
    }
  }
  shifted.finalize();
  shifted_.swap(shifted);
  rows_ = &shifted_;
}

RowMatrix<double> CentredSparse::times(Points<double> b) const {
  assert(b.rows() == rows_->cols());
  const Eigen::RowVectorXd off = left_.transpose() * b;
  return by_panels(*rows_, b, execution_, [&](Index, Index k) { return -off[k]; });
}

RowMatrix<double> CentredSparse::times(const SparseMatrix& b) const {
  assert(b.rows() == rows_->cols());
  Eigen::RowVectorXd off = Eigen::RowVectorXd::Zero(b.cols());
  for (Index j = 0; j < b.rows(); ++j)
    if (left_[j] != 0)
      for (Entry entry(b, j); entry; ++entry) off[entry.col()] += left_[j] * entry.value();
  RowMatrix<double> out(rows_->rows(), b.cols());
  for_rows(rows_->rows(), execution_, [&](Index i) {
    out.row(i) = -off;
    for (Entry entry(*rows_, i); entry; ++entry)
      for (Entry other(b, entry.col()); other; ++other)
        out(i, other.col()) += entry.value() * other.value();
  });
  return out;
}

RowMatrix<double> CentredSparse::transposed_times(Points<double> b) const {
  assert(b.rows() == rows_->rows());
  const SparseMatrix& columns = by_columns();
  const Eigen::RowVectorXd sums = b.colwise().sum();
  return by_panels(columns, b, execution_, [&](Index j, Index k) { return -left_[j] * sums[k]; });
}

const SparseMatrix& CentredSparse::by_columns() const {
  std::call_once(transposed_, [&] { by_columns_ = rows_->transpose(); });
  return by_columns_;
}

}  // namespace germane
