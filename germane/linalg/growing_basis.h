// Orthonormal columns to which blocks are added: the bases of a Krylov space.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"
#include "germane/linalg/products.h"

namespace germane {

// A block seen from a basis: block = basis * on + fresh * rest, but for what is below the floor.
struct BlockSplit {
  Matrix on;     // k x m
  Matrix fresh;  // n x f, orthonormal, at right angles to the basis; f <= m
  Matrix rest;   // f x m
};

class GrowingBasis {
 public:
  // Columns of `rows` numbers, at most `most` of them at a time.
  GrowingBasis(Index rows, Index most, const Pool& pool);

  Index size() const { return size_; }
  Index room() const { return columns_.cols() - size_; }
  Columns columns() const { return columns_.leftCols(size_); }

  // Directions in which the block reaches out of the basis by no more than `floor` are left out.
  // The block is projected and orthonormalised twice, which is enough for right angles. Once would
  // do for a block of which much is left, but not for many of them: what angles the basis has lost,
  // every projection onto it multiplies.
  BlockSplit split(Matrix block, double floor) const;

  // Adds orthonormal columns at right angles to those there are; there must be room.
  void append(const Matrix& fresh);

  // The columns become columns * rotation, k x fewer with orthonormal columns.
  void rotate(const Matrix& rotation);

 private:
  Matrix overlap(const Matrix& block) const;                  // columns' * block
  void subtract(const Matrix& weights, Matrix& block) const;  // block -= columns * weights

  Matrix columns_;
  Index size_ = 0;
  const Pool& pool_;
};

}  // namespace germane
