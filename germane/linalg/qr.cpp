#include "germane/linalg/qr.h"

#include "germane/base/error.h"
#include "germane/base/turnstile.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"
#include "germane/linalg/products.h"

#include <cblas.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace germane {
namespace {

constexpr Index kBlockRows = 2048;

// Both steps can only fail for want of memory, or by a bug of ours.
void require_done(lapack_int info) {
  [[maybe_unused]] const lapack_int done = with_memory(info);
  assert(done == 0);
}

ThinQr factor(Matrix a) {
  const OneThread guard;
  const auto n = static_cast<lapack_int>(a.rows()), m = static_cast<lapack_int>(a.cols());
  Vector scales(m);
  require_done(LAPACKE_dgeqrf(LAPACK_COL_MAJOR, n, m, a.data(), n, scales.data()));
  const Matrix r = a.topRows(m).triangularView<Eigen::Upper>();
  require_done(LAPACKE_dorgqr(LAPACK_COL_MAJOR, n, m, m, a.data(), n, scales.data()));
  return {std::move(a), r};
}

// Rows of a block: high enough that what reflections leave of it, m rows, is a quarter at most.
Index height_of(Index m) { return std::max(kBlockRows, 4 * m); }

struct RowBlocks {
  RowBlocks(Index n, Index m) : rows(n), height(height_of(m)), count(n / height) {}

  Index first(Index block) const { return block < count ? block * height : rows; }
  Index size(Index block) const { return first(block + 1) - first(block); }

  const Index rows, height, count;  // the last one is higher
};

ThinQr by_reflections(Matrix a, const Pool& pool) {
  const Index m = a.cols();
  const RowBlocks blocks(a.rows(), m);
  if (blocks.count < 2) return factor(std::move(a));
  Matrix factors(blocks.count * m, m);
  pool.run(blocks.count, [&](std::int64_t block) {
    auto rows = a.middleRows(blocks.first(block), blocks.size(block));
    ThinQr own = factor(rows);
    rows = own.q;
    factors.middleRows(block * m, m) = own.r;
  });
  ThinQr joined = by_reflections(std::move(factors), pool);
  pool.run(blocks.count, [&](std::int64_t block) {
    auto rows = a.middleRows(blocks.first(block), blocks.size(block));
    rows = product(Matrix(rows), Matrix(joined.q.middleRows(block * m, m)));
  });
  return {std::move(a), std::move(joined.r)};
}

// A' A, its lower triangle.
Matrix gram(const Matrix& a, const RowBlocks& blocks, const Pool& pool) {
  Matrix sum = Matrix::Zero(a.cols(), a.cols());
  run_in_order(
      pool, blocks.count,
      [&](std::int64_t block) {
        Matrix part = Matrix::Zero(sum.rows(), sum.cols());
        // Columns one after the other are the rows of the transposed matrix.
        using Turned = Eigen::Map<const RowMatrix<double>, 0, Eigen::OuterStride<>>;
        add_gram(Turned(a.data() + blocks.first(block), a.cols(), blocks.size(block),
                        Eigen::OuterStride<>(a.rows())),
                 part);
        return part;
      },
      [&](const Matrix& part) { sum += part; });
  return sum;
}

// R of R' R = gram, upper; none when some column is nearly a sum of those before it, so that
// rounding decides what is left of it, or when squares overflow or vanish.
std::optional<Matrix> cholesky_factor(Matrix gram) {
  constexpr double kLeastLeft = 1e-10, kLeast = 1e-280, kMost = 1e280;
  const Vector squares = gram.diagonal();
  if (!(squares.minCoeff() > kLeast && squares.maxCoeff() < kMost)) return {};
  const OneThread guard;
  const auto m = static_cast<lapack_int>(gram.cols());
  if (with_memory(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', m, gram.data(), m)) != 0) return {};
  if ((gram.diagonal().array().square() < kLeastLeft * squares.array()).any()) return {};
  return Matrix(gram.transpose().triangularView<Eigen::Upper>());
}

// A inv(R) in place.
void divide_by(const Matrix& r, Matrix& a, const RowBlocks& blocks, const Pool& pool) {
  const int m = static_cast<int>(a.cols()), stride = static_cast<int>(a.rows());
  pool.run(blocks.count, [&](std::int64_t block) {
    const OneThread guard;
    cblas_dtrsm(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit,
                static_cast<int>(blocks.size(block)), m, 1, r.data(), m,
                a.data() + blocks.first(block), stride);
  });
}

ThinQr by_cholesky(Matrix a, const RowBlocks& blocks, const Pool& pool) {
  const std::optional<Matrix> first = cholesky_factor(gram(a, blocks, pool));
  if (!first) return by_reflections(std::move(a), pool);
  divide_by(*first, a, blocks, pool);
  // What dependence has left of right angles must be so small that the second step mends it.
  constexpr double kMostOff = 0.1;
  Matrix near_identity = gram(a, blocks, pool);
  const Matrix off = near_identity - Matrix::Identity(a.cols(), a.cols());
  const bool mendable =
      Matrix(off.triangularView<Eigen::Lower>()).cwiseAbs().rowwise().sum().maxCoeff() <= kMostOff;
  const std::optional<Matrix> second =
      mendable ? cholesky_factor(std::move(near_identity)) : std::nullopt;
  ThinQr qr;
  if (second) {
    divide_by(*second, a, blocks, pool);
    qr = {std::move(a), *second};
  } else {
    qr = by_reflections(std::move(a), pool);
  }
  qr.r = product(qr.r, *first).triangularView<Eigen::Upper>();
  return qr;
}

}  // namespace

ThinQr thin_qr(Matrix a, const Pool& pool) {
  assert(a.rows() >= a.cols());
  if (!a.allFinite())
    throw NumericalError(
        "QR factors: the matrix is not finite (the data overflowed; rescale its columns)");
  if (a.cols() == 0) return {std::move(a), Matrix(0, 0)};
  const RowBlocks blocks(a.rows(), a.cols());
  return blocks.count < 2 ? by_reflections(std::move(a), pool)
                          : by_cholesky(std::move(a), blocks, pool);
}

Matrix orthonormal(Matrix a, const Pool& pool) {
  ThinQr qr = thin_qr(std::move(a), pool);
  for (Index j = 0; j < qr.q.cols(); ++j)
    if (qr.r(j, j) < 0) qr.q.col(j) *= -1;
  return std::move(qr.q);
}

}  // namespace germane
