#include "germane/stats/centred_sparse.h"

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
  RowMatrix<double> out(rows_->rows(), b.cols());
  for_rows(rows_->rows(), execution_, [&](Index i) {
    out.row(i) = -off;
    for (Entry entry(*rows_, i); entry; ++entry) out.row(i) += entry.value() * b.row(entry.col());
  });
  return out;
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
  RowMatrix<double> out(columns.rows(), b.cols());
  for_rows(columns.rows(), execution_, [&](Index j) {
    out.row(j) = -left_[j] * sums;
    for (Entry entry(columns, j); entry; ++entry) out.row(j) += entry.value() * b.row(entry.col());
  });
  return out;
}

const SparseMatrix& CentredSparse::by_columns() const {
  std::call_once(transposed_, [&] { by_columns_ = rows_->transpose(); });
  return by_columns_;
}

}  // namespace germane
