#include "germane/linalg/products.h"

#include "germane/linalg/one_thread.h"
#include "germane/linalg/packed_scatter.h"

#include <cblas.h>

#include <cassert>

namespace germane {
namespace {

int narrow(Index size) {
  assert(size <= 0x7fffffff);
  return static_cast<int>(size);
}

// BLAS wants a leading dimension of at least 1, also for empty matrices.
int leading(Index stride) { return narrow(stride < 1 ? 1 : stride); }

}  // namespace

// A row-major n x d block is a column-major d x n one, so rows' * rows is A * A' there.
void add_scatter(Points<double> rows, Eigen::Ref<Matrix> scatter) {
  if (add_packed_scatter(rows, scatter)) return;
  const OneThread guard;
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, narrow(rows.cols()), narrow(rows.rows()), 1,
              rows.data(), leading(rows.outerStride()), 1, scatter.data(),
              leading(scatter.outerStride()));
}

void add_scatter(Points<float> rows, Eigen::Ref<Eigen::MatrixXf> scatter) {
  if (add_packed_scatter(rows, scatter)) return;
  const OneThread guard;
  cblas_ssyrk(CblasColMajor, CblasLower, CblasNoTrans, narrow(rows.cols()), narrow(rows.rows()), 1,
              rows.data(), leading(rows.outerStride()), 1, scatter.data(),
              leading(scatter.outerStride()));
}

void add_gram(Points<double> rows, Eigen::Ref<Matrix> gram) {
  const OneThread guard;
  cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, narrow(rows.rows()), narrow(rows.cols()), 1,
              rows.data(), leading(rows.outerStride()), 1, gram.data(),
              leading(gram.outerStride()));
}

void add_cross_scatter(Points<double> left, Points<double> right, Eigen::Ref<Matrix> out) {
  const OneThread guard;
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, narrow(left.cols()), narrow(right.cols()),
              narrow(left.rows()), 1, left.data(), leading(left.outerStride()), right.data(),
              leading(right.outerStride()), 1, out.data(), leading(out.outerStride()));
}

void add_cross_scatter(Points<float> left, Points<float> right, Eigen::Ref<Eigen::MatrixXf> out) {
  const OneThread guard;
  cblas_sgemm(CblasColMajor, CblasNoTrans, CblasTrans, narrow(left.cols()), narrow(right.cols()),
              narrow(left.rows()), 1, left.data(), leading(left.outerStride()), right.data(),
              leading(right.outerStride()), 1, out.data(), leading(out.outerStride()));
}

void inner_products(Points<double> rows, Points<double> others, MutablePoints<double> out) {
  const OneThread guard;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, narrow(rows.rows()), narrow(others.rows()),
              narrow(rows.cols()), 1, rows.data(), leading(rows.outerStride()), others.data(),
              leading(others.outerStride()), 0, out.data(), leading(out.outerStride()));
}

void inner_products(Points<float> rows, Points<float> others, MutablePoints<float> out) {
  const OneThread guard;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, narrow(rows.rows()), narrow(others.rows()),
              narrow(rows.cols()), 1, rows.data(), leading(rows.outerStride()), others.data(),
              leading(others.outerStride()), 0, out.data(), leading(out.outerStride()));
}

Matrix product(const Matrix& a, const Matrix& b) {
  const OneThread guard;
  assert(a.cols() == b.rows());
  Matrix c(a.rows(), b.cols());
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, narrow(a.rows()), narrow(b.cols()),
              narrow(a.cols()), 1, a.data(), leading(a.rows()), b.data(), leading(b.rows()), 0,
              c.data(), leading(c.rows()));
  return c;
}

Matrix transposed_product(const Matrix& a, const Matrix& b) {
  const OneThread guard;
  assert(a.rows() == b.rows());
  Matrix c(a.cols(), b.cols());
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, narrow(a.cols()), narrow(b.cols()),
              narrow(a.rows()), 1, a.data(), leading(a.rows()), b.data(), leading(b.rows()), 0,
              c.data(), leading(c.rows()));
  return c;
}

void add_product(double scale, Columns a, Columns b, MutableColumns c) {
  const OneThread guard;
  assert(a.cols() == b.rows() && c.rows() == a.rows() && c.cols() == b.cols());
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, narrow(a.rows()), narrow(b.cols()),
              narrow(a.cols()), scale, a.data(), leading(a.outerStride()), b.data(),
              leading(b.outerStride()), 1, c.data(), leading(c.outerStride()));
}

void add_transposed_product(double scale, Columns a, Columns b, MutableColumns c) {
  const OneThread guard;
  assert(a.rows() == b.rows() && c.rows() == a.cols() && c.cols() == b.cols());
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, narrow(a.cols()), narrow(b.cols()),
              narrow(a.rows()), scale, a.data(), leading(a.outerStride()), b.data(),
              leading(b.outerStride()), 1, c.data(), leading(c.outerStride()));
}

void fill_upper(Eigen::Ref<Matrix> symmetric) {
  constexpr Index kSide = 8;  // a square at a time: as many lines as a set of the cache holds
  const Index d = symmetric.cols();
  for (Index first_i = 0; first_i < d; first_i += kSide)
    for (Index first_j = 0; first_j <= first_i; first_j += kSide)
      for (Index i = first_i; i < std::min(first_i + kSide, d); ++i)
        for (Index j = first_j; j < std::min(first_j + kSide, i); ++j)
          symmetric(j, i) = symmetric(i, j);
}

}  // namespace germane
