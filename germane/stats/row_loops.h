// The loops over single rows that feed the products, compiled twice on x86: plainly, and for AVX2,
// which is used where the processor has it. Nothing is multiplied and added in one rounding, so
// both give the same bits. A number that is not finite makes its sum so, too. T is float or double.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

// sum += weight * (row - center). About one of the rows, equal numbers have a sum of exactly 0.
template <class T>
void sum_row(const T* row, const T* center, double weight, double* sum, Index count);

// to = root * (from - center), rounded once to the type of the row. `to` may be `from`.
template <class T>
void center_row(const T* from, T* to, const double* center, double root, Index count);

// Both at once, about a centre of the row's own type: to = root * (from - center), and sum +=
// root * to. A root of 1 is the case to be fast in: it takes the difference in the row's type.
template <class T>
void center_and_sum(const T* from, T* to, const T* center, double root, double* sum, Index count);

// One more row of a group whose mean so far, less its first row, is `mean`: with d = row - first -
// mean, to = root * d and mean += share * d. Equal numbers have a d of exactly 0.
template <class T>
void contrast_row(const T* row, const T* first, double share, double root, double* mean, T* to,
                  Index count);

// sum += weight * (row - center); returns |row - center|^2, summed in four lanes, what is left over
// after fours in the first.
template <class T>
double sum_difference(const T* row, const double* center, double weight, double* sum, Index count);

// The largest |number|; what is no number counts for nothing.
template <class T>
T largest_magnitude(const T* numbers, Index count);

// sum += row.
template <class T>
void add_numbers(const T* row, double* sum, Index count);

// Tells the processor early of a row that is out of order; what follows in a long row it sees.
template <class T>
void fetch_row(const T* row, Index count) {
  constexpr Index kLine = 64 / sizeof(T), kSeen = 2048 / sizeof(T);
  for (Index j = 0; j < count && j < kSeen; j += kLine) __builtin_prefetch(row + j);
}

// sum += row^2, number by number.
template <class T>
void add_squares(const T* row, double* sum, Index count);

// sum += value * panel.row(column) over the cells of a sparse row, for kPanel columns of a thin
// matrix that stand together: so many sums stay in registers, and the panel in the cache.
inline constexpr Index kPanel = 16;
void sum_cells(const double* values, const Index* columns, Index count, const double* panel,
               double* sum);

}  // namespace germane
