#include "python/core/arrays.h"

#include "germane/data/owned_rows.h"
#include "germane/data/sparse_rows.h"
#include "germane/linalg/large_matrix.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace germane {
namespace {

namespace py = pybind11;

template <class T>
ArrayRows rows_in_place(const py::array& array, std::vector<std::string> names, std::string name) {
  const auto* const numbers = static_cast<const T*>(array.data());
  const RowsView<T> rows = view_rows(numbers, array.shape(0), array.shape(1), array.shape(1));
  return {array,
          [=, names = std::move(names),
           name = std::move(name)](bool gaps) -> std::unique_ptr<RowSource> {
            if (gaps) return std::make_unique<OwnedRows<T>>(RowMatrix<T>(rows), names, name, true);
            return std::make_unique<MemoryRows<T>>(rows, names, name);
          }};
}

ArrayRows dense_rows(const py::array& array, std::vector<std::string> column_names,
                     std::string name) {
  if (array.ndim() != 2 || !(array.flags() & py::array::c_style))
    throw py::type_error("rows must be a C-contiguous array of two dimensions");
  if (py::isinstance<py::array_t<double>>(array))
    return rows_in_place<double>(array, std::move(column_names), std::move(name));
  if (py::isinstance<py::array_t<float>>(array))
    return rows_in_place<float>(array, std::move(column_names), std::move(name));
  throw py::type_error("rows must be float32 or float64");
}

template <class Integer>
using Integers = py::array_t<Integer, py::array::c_style | py::array::forcecast>;

// How the columns of a sparse matrix stand in its rows.
enum class ColumnOrder { kAscending, kAny, kBroken };

template <class Integer>
ColumnOrder order_of(const Integer* start, const Integer* column, Index rows, Index width) {
  bool inside = true, ascending = true;
  for (Index row = 0; row < rows; ++row) {
    for (Index i = start[row]; i < start[row + 1]; ++i)
      inside = inside && column[i] >= 0 && column[i] < width;
    for (Index i = start[row] + 1; i < start[row + 1]; ++i)
      ascending = ascending && column[i - 1] < column[i];  // and none twice, as the engine has it
  }
  if (!inside) return ColumnOrder::kBroken;
  return ascending ? ColumnOrder::kAscending : ColumnOrder::kAny;
}

// Copies into what was not written to yet.
template <class From, class To>
void fill(const From* from, Index count, To* to) {
  ask_for_large_pages(to, static_cast<std::size_t>(count) * sizeof(To));
  std::copy(from, from + count, to);
}

// scipy counts in 32 bits where that suffices; the engine always in 64.
template <class Integer>
std::shared_ptr<const SparseMatrix> matrix_of(const py::object& csr) {
  const auto numbers = csr.attr("data").cast<Integers<double>>();
  const auto columns = csr.attr("indices").cast<Integers<Integer>>();
  const auto starts = csr.attr("indptr").cast<Integers<Integer>>();
  const auto [rows, width] = csr.attr("shape").cast<std::pair<Index, Index>>();
  // What a broken matrix says of itself must not be believed: the engine reads by it.
  if (starts.size() != rows + 1 || starts.at(0) != 0 || starts.at(rows) > numbers.size() ||
      numbers.size() != columns.size())
    throw py::value_error("the sparse matrix is broken: its row starts do not fit its numbers");
  const Integer* const start = starts.data();
  const Integer* const column = columns.data();
  if (!std::is_sorted(start, start + rows + 1))
    throw py::value_error("the sparse matrix is broken: its row starts decrease");
  const ColumnOrder order = order_of(start, column, rows, width);
  if (order == ColumnOrder::kBroken)
    throw py::value_error("the sparse matrix is broken: a column lies outside its shape");
  auto matrix = std::make_shared<SparseMatrix>(rows, width);
  if (order == ColumnOrder::kAscending) {
    const Index count = start[rows];
    matrix->resizeNonZeros(count);
    std::copy(start, start + rows + 1, matrix->outerIndexPtr());
    fill(column, count, matrix->innerIndexPtr());
    fill(numbers.data(), count, matrix->valuePtr());
  } else {
    std::vector<Eigen::Triplet<double, Index>> cells;
    for (Index row = 0; row < rows; ++row)
      for (Index i = start[row]; i < start[row + 1]; ++i)
        cells.emplace_back(row, column[i], numbers.at(i));
    matrix->setFromTriplets(cells.begin(), cells.end());  // sums what stands twice
  }
  return matrix;
}

ArrayRows sparse_rows(const py::object& csr, std::vector<std::string> column_names,
                      std::string name) {
  using Small = py::array_t<std::int32_t>;
  const bool small =
      py::isinstance<Small>(csr.attr("indices")) && py::isinstance<Small>(csr.attr("indptr"));
  const auto matrix = small ? matrix_of<std::int32_t>(csr) : matrix_of<std::int64_t>(csr);
  return {csr, [=, names = std::move(column_names), name = std::move(name)](bool gaps) {
            return std::make_unique<SparseRows>(matrix, names, name, gaps);
          }};
}

}  // namespace

ArrayRows rows_of(const py::object& array, std::vector<std::string> column_names,
                  std::string name) {
  return py::isinstance<py::array>(array)
             ? dense_rows(array.cast<py::array>(), std::move(column_names), std::move(name))
             : sparse_rows(array, std::move(column_names), std::move(name));
}

}  // namespace germane
