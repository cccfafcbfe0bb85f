// NumPy's arrays as the engine's rows, read where they lie.
#pragma once

#include "germane/data/rows.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace germane {

// What an array holds stays with the Python object: a source made of it must not outlive it.
struct ArrayRows {
  pybind11::object array;                                     // kept alive
  std::function<std::unique_ptr<RowSource>(bool gaps)> open;  // see io/mounted.h
};

// Rows of a C-contiguous float32 or float64 array of two dimensions, or of a sparse matrix in
// compressed rows (scipy's csr). Arrays are not copied, unless they are read with gaps; sparse ones
// are, as indices are widened. `name`: what messages call it. Throws TypeError for any other array.
ArrayRows rows_of(const pybind11::object& array, std::vector<std::string> column_names,
                  std::string name);

template <class T>
pybind11::array_t<T> to_array(const RowMatrix<T>& rows) {
  return pybind11::array_t<T>({rows.rows(), rows.cols()}, rows.data());
}

}  // namespace germane
