#include "python/core/arrays.h"

#include "germane/data/owned_rows.h"
#include "germane/data/sparse_rows.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

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

ArrayRows sparse_rows(const py::object& csr, std::vector<std::string> column_names,
                      std::string name) {
  using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
  using Indices = py::array_t<Index, py::array::c_style | py::array::forcecast>;
  const auto numbers = csr.attr("data").cast<Numbers>();
  const auto columns = csr.attr("indices").cast<Indices>();
  const auto starts = csr.attr("indptr").cast<Indices>();
  const auto shape = csr.attr("shape").cast<std::pair<Index, Index>>();
  // What a broken matrix says of itself must not be believed: the engine reads by it.
  if (starts.size() != shape.first + 1 || starts.at(0) != 0 ||
      starts.at(shape.first) > numbers.size() || numbers.size() != columns.size())
    throw py::value_error("the sparse matrix is broken: its row starts do not fit its numbers");
  for (Index row = 0; row < shape.first; ++row)
    if (starts.at(row) > starts.at(row + 1))
      throw py::value_error("the sparse matrix is broken: its row starts decrease");
  const Index* const column = columns.data();
  for (Index i = 0; i < starts.at(shape.first); ++i)
    if (column[i] < 0 || column[i] >= shape.second)
      throw py::value_error("the sparse matrix is broken: a column lies outside its shape");
  const auto matrix = std::make_shared<const SparseMatrix>(Eigen::Map<const SparseMatrix>(
      shape.first, shape.second, starts.at(shape.first), starts.data(), column, numbers.data()));
  return {csr, [=, names = std::move(column_names), name = std::move(name)](bool gaps) {
            return std::make_unique<SparseRows>(*matrix, names, name, gaps);
          }};
}

}  // namespace

ArrayRows rows_of(const py::object& array, std::vector<std::string> column_names,
                  std::string name) {
  return py::isinstance<py::array>(array)
             ? dense_rows(array.cast<py::array>(), std::move(column_names), std::move(name))
             : sparse_rows(array, std::move(column_names), std::move(name));
}

namespace {

// Codes of values in the order in which they come: by a table where values are few, else by
// hashing.
class CodesOfValues {
 public:
  explicit CodesOfValues(std::span<const std::int64_t> values) {
    if (values.empty()) return;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const auto room = static_cast<std::int64_t>(4 * values.size() + 64);
    if (*least >= -1 && *most < room) table_.assign(static_cast<std::size_t>(*most + 1), -1);
  }

  // The code of a value other than -1, or `next` for one that is new.
  Index code(std::int64_t value, Index next) {
    if (table_.empty()) return known_.emplace(value, next).first->second;
    Index& here = table_[static_cast<std::size_t>(value)];
    if (here < 0) here = next;
    return here;
  }

 private:
  std::vector<Index> table_;
  std::unordered_map<std::int64_t, Index> known_;
};

}  // namespace

Codes codes_of(const py::array_t<std::int64_t>& values, const std::vector<std::string>& names) {
  const py::array_t<std::int64_t, py::array::c_style | py::array::forcecast> given(values);
  const std::span<const std::int64_t> numbers(given.data(), static_cast<std::size_t>(given.size()));
  CodesOfValues known(numbers);
  Codes codes;
  codes.of_row.assign(numbers.size(), -1);
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const std::int64_t value = numbers[row];
    if (value == -1) continue;
    if (!names.empty() && (value < 0 || value >= std::ssize(names)))
      throw py::value_error("a code lies outside its names");
    const Index code = known.code(value, codes.count());
    if (code == codes.count())
      codes.names.push_back(names.empty() ? std::to_string(value)
                                          : names[static_cast<std::size_t>(value)]);
    codes.of_row[row] = code;
  }
  return codes;
}

}  // namespace germane
