// The matrix types used everywhere. Only Eigen's types: decompositions are LAPACK's, in linalg/.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstddef>

namespace germane {

using Index = Eigen::Index;      // signed, 64 bits: counts and positions
using Matrix = Eigen::MatrixXd;  // column-major: scatters, maps, eigenvectors
using Vector = Eigen::VectorXd;
template <class T>
using RowMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // points

// A position as the standard library counts: `labels[at(row)]`.
constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Points that are mostly zeros, row by row; the columns of a row ascend.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor, Index>;

// Points we do not own, in either order.
template <class T>
using RowsView =
    Eigen::Map<const RowMatrix<T>, Eigen::Unaligned, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

template <class T>
RowsView<T> view_rows(const T* data, Index rows, Index columns, Index row_stride,
                      Index column_stride = 1) {
  return {data, rows, columns, {row_stride, column_stride}};
}

template <class T>
RowsView<T> view_rows(const RowMatrix<T>& matrix) {
  return view_rows(matrix.data(), matrix.rows(), matrix.cols(), matrix.cols());
}

}  // namespace germane
