#include "germane/linalg/qr.h"

#include "germane/base/error.h"
#include "germane/linalg/lapack_memory.h"
#include "germane/linalg/one_thread.h"
#include "germane/linalg/products.h"

#include <algorithm>
#include <cassert>
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

}  // namespace

ThinQr thin_qr(Matrix a, const Pool& pool) {
  const Index n = a.rows(), m = a.cols();
  assert(n >= m);
  if (!a.allFinite())
    throw NumericalError(
        "QR factors: the matrix is not finite (the data overflowed; rescale its columns)");
  if (m == 0) return {std::move(a), Matrix(0, 0)};
  // Blocks high enough that what is left of them, m rows each, is a quarter of the matrix.
  const Index height = std::max(kBlockRows, 4 * m);
  if (n < 2 * height) return factor(std::move(a));

  const Index blocks = n / height;  // the last one is higher
  const auto first = [&](Index block) { return block < blocks ? block * height : n; };
  Matrix factors(blocks * m, m);
  pool.run(blocks, [&](std::int64_t block) {
    auto rows = a.middleRows(first(block), first(block + 1) - first(block));
    ThinQr own = factor(rows);
    rows = own.q;
    factors.middleRows(block * m, m) = own.r;
  });
  ThinQr joined = thin_qr(std::move(factors), pool);
  pool.run(blocks, [&](std::int64_t block) {
    auto rows = a.middleRows(first(block), first(block + 1) - first(block));
    rows = product(Matrix(rows), Matrix(joined.q.middleRows(block * m, m)));
  });
  return {std::move(a), std::move(joined.r)};
}

}  // namespace germane
