// All rows of a source in memory, moved to mean 0 and scaled to magnitudes of about 1, so that
// squares neither cancel, overflow nor vanish whatever the units. float32 stays float32.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"

#include <vector>

namespace germane {

template <class T>
struct PreparedRows {
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
PreparedRows<T> prepare_rows(RowMatrix<T> rows, const Execution& execution);

// The number of different rows, or `enough` as soon as that many were seen.
template <class T>
Index count_different(const RowMatrix<T>& rows, Index enough);

// out = (row - shift) * factor, returning its squared norm. `out` may be the row itself.
template <class T, class Row>
double shift_and_scale(const Row& row, const Vector& shift, double factor, T* out) {
  double sum = 0;
  for (Index j = 0; j < row.size(); ++j) {
    out[j] = static_cast<T>((static_cast<double>(row[j]) - shift[j]) * factor);
    sum += static_cast<double>(out[j]) * static_cast<double>(out[j]);
  }
  return sum;
}

// The power of two just above a magnitude; 1 for 0.
double power_of_two_above(double magnitude);

extern template struct PreparedRows<float>;
extern template struct PreparedRows<double>;

}  // namespace germane
