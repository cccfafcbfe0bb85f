#include "germane/linalg/growing_basis.h"

#include "germane/base/turnstile.h"
#include "germane/linalg/qr.h"
#include "germane/linalg/svd.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace germane {
namespace {

// Rows that one task takes: fixed, so that sums have the same bits for any number of threads.
constexpr Index kTaskRows = 4096;

Index tasks_of(Index rows) { return (rows + kTaskRows - 1) / kTaskRows; }

// Q R without the directions whose singular values are at or below the floor.
ThinQr without_small(ThinQr qr, double floor) {
  const SingularTriples triples = singular_triples(qr.r);
  const Index kept = (triples.values.array() > floor).count();
  if (kept == qr.r.cols()) return qr;
  return {product(qr.q, triples.left.leftCols(kept)),
          triples.values.head(kept).asDiagonal() * triples.right.leftCols(kept).transpose()};
}

}  // namespace

GrowingBasis::GrowingBasis(Index rows, Index most, const Pool& pool)
    : columns_(rows, most), pool_(pool) {}

BlockSplit GrowingBasis::split(Matrix block, double floor) const {
  Matrix on = overlap(block);
  subtract(on, block);
  ThinQr first = without_small(thin_qr(std::move(block), pool_), floor);
  if (size_ == 0) return {std::move(on), std::move(first.q), std::move(first.r)};
  const Matrix again = overlap(first.q);
  subtract(again, first.q);
  // What was rounding alone may be gone now.
  constexpr double kMostlyGone = 0.1;
  ThinQr second = without_small(thin_qr(std::move(first.q), pool_), kMostlyGone);
  on += product(again, first.r);
  return {std::move(on), std::move(second.q), product(second.r, first.r)};
}

void GrowingBasis::append(const Matrix& fresh) {
  assert(fresh.cols() <= room());
  columns_.middleCols(size_, fresh.cols()) = fresh;
  size_ += fresh.cols();
}

void GrowingBasis::rotate(const Matrix& rotation) {
  assert(rotation.rows() == size_ && rotation.cols() <= size_);
  pool_.run(tasks_of(columns_.rows()), [&](std::int64_t task) {
    const Index first = task * kTaskRows, count = std::min(kTaskRows, columns_.rows() - first);
    Matrix turned = Matrix::Zero(count, rotation.cols());
    add_product(1, columns().middleRows(first, count), rotation, turned);
    columns_.block(first, 0, count, rotation.cols()) = turned;
  });
  size_ = rotation.cols();
}

Matrix GrowingBasis::overlap(const Matrix& block) const {
  Matrix sum = Matrix::Zero(size_, block.cols());
  if (sum.size() == 0) return sum;
  run_in_order(
      pool_, tasks_of(block.rows()),
      [&](std::int64_t task) {
        const Index first = task * kTaskRows, count = std::min(kTaskRows, block.rows() - first);
        Matrix part = Matrix::Zero(size_, block.cols());
        add_transposed_product(1, columns().middleRows(first, count),
                               block.middleRows(first, count), part);
        return part;
      },
      [&](const Matrix& part) { sum += part; });
  return sum;
}

void GrowingBasis::subtract(const Matrix& weights, Matrix& block) const {
  if (weights.size() == 0) return;
  pool_.run(tasks_of(block.rows()), [&](std::int64_t task) {
    const Index first = task * kTaskRows, count = std::min(kTaskRows, block.rows() - first);
    add_product(-1, columns().middleRows(first, count), weights, block.middleRows(first, count));
  });
}

}  // namespace germane
