// The dense products everything is made of: BLAS, always on one thread (see one_thread.h); cutting
// work into tasks is the caller's business.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

// Row-major points whose rows may stand further apart than they are wide.
template <class T>
using Points = Eigen::Ref<const RowMatrix<T>, 0, Eigen::OuterStride<>>;
template <class T>
using MutablePoints = Eigen::Ref<RowMatrix<T>, 0, Eigen::OuterStride<>>;

// lower triangle of scatter += rows' * rows; the upper triangle is not touched.    (d x d)
void add_scatter(Points<double> rows, Eigen::Ref<Matrix> scatter);
void add_scatter(Points<float> rows, Eigen::Ref<Eigen::MatrixXf> scatter);

// lower triangle of gram += rows * rows'; the upper triangle is not touched.       (n x n)
void add_gram(Points<double> rows, Eigen::Ref<Matrix> gram);

// out += left' * right, for tiles of a large scatter.                               (dl x dr)
void add_cross_scatter(Points<double> left, Points<double> right, Eigen::Ref<Matrix> out);
void add_cross_scatter(Points<float> left, Points<float> right, Eigen::Ref<Eigen::MatrixXf> out);

// out = rows * others': all inner products.                            (n x d, k x d -> n x k)
void inner_products(Points<double> rows, Points<double> others, MutablePoints<double> out);
void inner_products(Points<float> rows, Points<float> others, MutablePoints<float> out);

// The plain product of column-major matrices.
Matrix product(const Matrix& a, const Matrix& b);
Matrix transposed_product(const Matrix& a, const Matrix& b);  // a' b

// The same into a part of a larger matrix: c += scale a b, c += scale a' b.
using Columns = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;
using MutableColumns = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
void add_product(double scale, Columns a, Columns b, MutableColumns c);
void add_transposed_product(double scale, Columns a, Columns b, MutableColumns c);

// Copies the lower triangle over the upper one.
void fill_upper(Eigen::Ref<Matrix> symmetric);

}  // namespace germane
