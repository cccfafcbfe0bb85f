#include "germane/data/unit_rows.h"

#include "germane/base/error.h"
#include "germane/data/changed_reader.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace germane {
namespace {

[[noreturn]] void refuse_zeros(const std::string& source, Index row) {
  throw InputError(
      "{}: row {} is all zeros and has no direction; leave it out, or use another "
      "--prepare than unit-rows",
      source, row);
}

// Divides by the largest entry first, so that the squares neither overflow nor vanish.
template <class T>
RowMatrix<T> scaled_to_unit(RowMatrix<T> rows, const std::string& source,
                            const std::function<Index(Index)>& number) {
  for (Index i = 0; i < rows.rows(); ++i) {
    auto row = rows.row(i);
    const T largest = row.cwiseAbs().maxCoeff();
    if (!(largest > 0)) refuse_zeros(source, number(i));
    row /= largest;
    row /= row.norm();
  }
  return rows;
}

SparseMatrix scaled_to_unit(SparseMatrix rows, const std::string& source) {
  for (Index i = 0; i < rows.rows(); ++i) {
    double largest = 0;
    for (SparseMatrix::InnerIterator entry(rows, i); entry; ++entry)
      largest = std::max(largest, std::abs(entry.value()));
    if (!(largest > 0)) refuse_zeros(source, i);
    double squares = 0;
    for (SparseMatrix::InnerIterator entry(rows, i); entry; ++entry) {
      entry.valueRef() /= largest;
      squares += entry.value() * entry.value();
    }
    const double norm = std::sqrt(squares);
    for (SparseMatrix::InnerIterator entry(rows, i); entry; ++entry) entry.valueRef() /= norm;
  }
  return rows;
}

}  // namespace

UnitRows::UnitRows(const RowSource& source) : RowsLike(source) {
  if (const SparseMatrix* rows = source.sparse()) sparse_ = scaled_to_unit(*rows, source.name());
}

std::unique_ptr<RowReader> UnitRows::read(Index block_rows) const {
  const auto change = [source = name()](auto rows, Index first) {
    return scaled_to_unit(std::move(rows), source, [first](Index i) { return first + i; });
  };
  return std::make_unique<ChangedReader<decltype(change)>>(source().read(block_rows), change);
}

RowMatrix<double> UnitRows::gather(std::span<const Index> chosen) const {
  return scaled_to_unit(source().gather(chosen), name(),
                        [chosen](Index i) { return chosen[static_cast<std::size_t>(i)]; });
}

}  // namespace germane
