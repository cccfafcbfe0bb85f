// All rows of a source in memory, for methods that change them, moved to mean 0 and scaled to
// magnitudes of about 1, so that squares neither cancel, overflow nor vanish whatever the units.
// float32 stays float32.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/prepared_rows.h"
#include "germane/data/rows.h"

#include <vector>

namespace germane {

template <class T>
struct HeldRows {
  RowMatrix<T> rows;                  // (x - shift) / scale
  std::vector<double> squared_norms;  // of those rows
  Vector shift;                       // the mean of the source, nearly
  double scale = 1;                   // a power of two, so that dividing by it loses nothing

  Index count() const { return rows.rows(); }
  Index columns() const { return rows.cols(); }
  const T* row(Index i) const { return rows.data() + i * rows.cols(); }
};

// Every row as it is, in one pass. Throws what the source throws, and InputError when it holds
// other rows than it said.
template <class T>
RowMatrix<T> gather_rows(const RowSource& source, const Execution& execution);

// Throws NumericalError when a square would not be a number.
template <class T>
HeldRows<T> prepare_rows(RowMatrix<T> rows, const Execution& execution);

// The number of different rows, or `enough` as soon as that many were seen.
template <class T>
Index count_different(const RowMatrix<T>& rows, Index enough);

extern template struct HeldRows<float>;
extern template struct HeldRows<double>;

}  // namespace germane
