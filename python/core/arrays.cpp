#include "python/core/arrays.h"

#include "germane/data/owned_rows.h"
#include "germane/data/sparse_rows.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
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
  bool in_order = true;  // and none twice, as the engine has it
  for (Index row = 0; row < shape.first; ++row)
    for (Index i = starts.at(row); i < starts.at(row + 1); ++i) {
      if (column[i] < 0 || column[i] >= shape.second)
        throw py::value_error("the sparse matrix is broken: a column lies outside its shape");
      in_order = in_order && (i == starts.at(row) || column[i - 1] < column[i]);
    }
  const auto matrix = std::make_shared<SparseMatrix>(shape.first, shape.second);
  if (in_order) {
    *matrix = Eigen::Map<const SparseMatrix>(shape.first, shape.second, starts.at(shape.first),
                                             starts.data(), column, numbers.data());
  } else {
    std::vector<Eigen::Triplet<double, Index>> cells;
    for (Index row = 0; row < shape.first; ++row)
      for (Index i = starts.at(row); i < starts.at(row + 1); ++i)
        cells.emplace_back(row, column[i], numbers.at(i));
    matrix->setFromTriplets(cells.begin(), cells.end());  // sums what stands twice
  }
  return {csr, [=, names = std::move(column_names), name = std::move(name)](bool gaps) {
            return std::make_unique<SparseRows>(*matrix, names, name, gaps);
          }};
}

// The code of a value, -1 at first: in a table where values lie close together, else by hash.
class CodeTable {
 public:
  explicit CodeTable(
      const py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>& values) {
    const std::span<const std::int64_t> all(values.data(), static_cast<std::size_t>(values.size()));
    if (all.empty()) return;
    const auto [least, most] = std::minmax_element(all.begin(), all.end());
    const std::uint64_t width =
        static_cast<std::uint64_t>(*most) - static_cast<std::uint64_t>(*least);
    least_ = *least;
    if (width < 4 * all.size() + 1024) dense_.assign(width + 1, -1);
  }

  Index& operator[](std::int64_t value) {
    if (!dense_.empty())
      return dense_[static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least_)];
    return sparse_.emplace(value, -1).first->second;
  }

 private:
  std::int64_t least_ = 0;
  std::vector<Index> dense_;
  std::unordered_map<std::int64_t, Index> sparse_;
};

}  // namespace

ArrayRows rows_of(const py::object& array, std::vector<std::string> column_names,
                  std::string name) {
  return py::isinstance<py::array>(array)
             ? dense_rows(array.cast<py::array>(), std::move(column_names), std::move(name))
             : sparse_rows(array, std::move(column_names), std::move(name));
}

Codes codes_of(const py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>& values,
               const std::vector<std::string>& names) {
  Codes codes;
  const auto at = values.unchecked<1>();
  codes.of_row.resize(static_cast<std::size_t>(at.shape(0)));
  CodeTable known(values);
  for (py::ssize_t row = 0; row < at.shape(0); ++row) {
    const std::int64_t value = at(row);
    Index& code = codes.of_row[static_cast<std::size_t>(row)];
    code = -1;
    if (value == -1) continue;
    if (!names.empty() && (value < 0 || value >= std::ssize(names)))
      throw py::value_error("a code lies outside its names");
    Index& of_value = known[value];
    if (of_value < 0) {
      of_value = codes.count();
      codes.names.push_back(names.empty() ? std::to_string(value)
                                          : names[static_cast<std::size_t>(value)]);
    }
    code = of_value;
  }
  return codes;
}

}  // namespace germane
