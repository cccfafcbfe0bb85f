// The inner loop of k-means: half squared distances of rows from centres, less |x|^2 / 2, and the
// least two of them.
//
//   |c|^2 / 2 - x'c = (|x - c|^2 - |x|^2) / 2,  which orders the centres of a row as distances do
//
// Centres stand in panels of one cache line a column, so that a row's number is multiplied with a
// panel's in registers and nothing but the least two ever reaches memory. Rows are given by
// pointers: those that bounds have settled are left out at no cost. Compiled three times on x86:
// plainly, for AVX2 with fused products and for AVX-512. They round differently, by no more than
// `rounding` says.
#pragma once

#include "germane/linalg/matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace germane {

// Centres of a panel.
template <class T>
constexpr Index kPanelCenters = 64 / static_cast<Index>(sizeof(T));

// Numbers of a row that is mostly zeros.
struct SparseRow {
  const Index* columns;
  const double* values;
  Index count;
};

template <class T>
struct LeastTwo {
  T least, second;    // of |c|^2 / 2 - x'c; infinity where there is no second
  std::int32_t slot;  // of the least, in [0, k)
};

template <class T>
class PanelCenters {
 public:
  // Centre order[s] stands in slot s.
  void pack(const RowMatrix<double>& centers, std::span<const Index> order);

  Index panels() const { return panels_; }
  Index columns() const { return columns_; }
  Index slots() const { return slots_; }

  // How far |c|^2 / 2 - x'c is off at most, as a share of |c| (|x| + |c|): a product of d terms is
  // off by d eps |x||c| at most; rounding the centre, |c|^2 / 2 and their difference add a few eps.
  static double rounding(Index columns);

  // The least two over the centres of panels [first, last). Row is const T*, or SparseRow for
  // float64.
  template <class Row>
  void least_two(Index first, Index last, std::span<const Row> rows, LeastTwo<T>* out) const;

  // out[i * width() + s] = the number of row i and slot s; infinity beyond the centres.
  template <class Row>
  void all(std::span<const Row> rows, T* out) const;
  Index width() const { return panels_ * kPanelCenters<T>; }

 private:
  struct alignas(64) Line {
    T of[kPanelCenters<T>];
  };
  std::vector<Line> negated_;  // by panel, then column
  std::vector<Line> halves_;   // |c|^2 / 2 by panel
  Index panels_ = 0, columns_ = 0, slots_ = 0;
};

extern template class PanelCenters<float>;
extern template class PanelCenters<double>;

}  // namespace germane
