#include "germane/stats/row_loops.h"

#include "germane/base/processor.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

template <class T>
[[gnu::always_inline]] inline void sum_loop(const T* __restrict row, const T* __restrict center,
                                            double weight, double* __restrict sum, Index count) {
  for (Index j = 0; j < count; ++j)
    sum[j] += weight * (static_cast<double>(row[j]) - static_cast<double>(center[j]));
}

// `from` and `to` are the same row or do not overlap, which keeps every step independent of the
// others.
template <class T>
[[gnu::always_inline]] inline void center_loop(const T* from, T* to,
                                               const double* __restrict center, double root,
                                               Index count) {
#pragma GCC ivdep
  for (Index j = 0; j < count; ++j)
    to[j] = static_cast<T>(root * (static_cast<double>(from[j]) - center[j]));
}

template <class T>
[[gnu::always_inline]] inline void center_and_sum_loop(const T* from, T* to,
                                                       const T* __restrict center, double root,
                                                       double* __restrict sum, Index count) {
  if (root == 1) {
#pragma GCC ivdep
    for (Index j = 0; j < count; ++j) {
      const T centered = from[j] - center[j];
      to[j] = centered;
      sum[j] += static_cast<double>(centered);
    }
    return;
  }
#pragma GCC ivdep
  for (Index j = 0; j < count; ++j) {
    const double difference = static_cast<double>(from[j]) - static_cast<double>(center[j]);
    const T centered = static_cast<T>(root * difference);
    to[j] = centered;
    sum[j] += root * static_cast<double>(centered);
  }
}

template <class T>
[[gnu::always_inline]] inline void contrast_loop(const T* __restrict row, const T* __restrict first,
                                                 double share, double root, double* __restrict mean,
                                                 T* __restrict to, Index count) {
  for (Index j = 0; j < count; ++j) {
    const double difference = static_cast<double>(row[j]) - static_cast<double>(first[j]) - mean[j];
    to[j] = static_cast<T>(root * difference);
    mean[j] += share * difference;
  }
}

template <class T>
[[gnu::always_inline]] inline double difference_loop(const T* __restrict row,
                                                     const double* __restrict center, double weight,
                                                     double* __restrict sum, Index count) {
  constexpr Index kLanes = 4;
  double squares[kLanes] = {};
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes)
    for (Index k = 0; k < kLanes; ++k) {
      const double difference = static_cast<double>(row[j + k]) - center[j + k];
      sum[j + k] += weight * difference;
      squares[k] += difference * difference;
    }
  for (; j < count; ++j) {
    const double difference = static_cast<double>(row[j]) - center[j];
    sum[j] += weight * difference;
    squares[0] += difference * difference;
  }
  return (squares[0] + squares[1]) + (squares[2] + squares[3]);
}

template <class T>
[[gnu::always_inline]] inline T magnitude_loop(const T* __restrict numbers, Index count) {
  constexpr Index kLanes = 32;
  T most[kLanes] = {};
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes)
    for (Index k = 0; k < kLanes; ++k) {
      const T size = std::abs(numbers[j + k]);
      most[k] = size > most[k] ? size : most[k];
    }
  for (; j < count; ++j) most[0] = std::max(most[0], std::abs(numbers[j]));
  return *std::max_element(most, most + kLanes);
}

template <class T>
[[gnu::always_inline]] inline void numbers_loop(const T* __restrict row, double* __restrict sum,
                                                Index count) {
  for (Index j = 0; j < count; ++j) sum[j] += static_cast<double>(row[j]);
}

template <class T>
[[gnu::always_inline]] inline void squares_loop(const T* __restrict row, double* __restrict sum,
                                                Index count) {
  for (Index j = 0; j < count; ++j) {
    const auto number = static_cast<double>(row[j]);
    sum[j] += number * number;
  }
}

[[gnu::always_inline]] inline void cells_loop(const double* __restrict values,
                                              const Index* __restrict columns, Index count,
                                              const double* __restrict panel,
                                              double* __restrict sum) {
  double sums[kPanel];
  for (Index k = 0; k < kPanel; ++k) sums[k] = sum[k];
  for (Index cell = 0; cell < count; ++cell) {
    const double value = values[cell];
    const double* row = panel + columns[cell] * kPanel;
    for (Index k = 0; k < kPanel; ++k) sums[k] += value * row[k];
  }
  for (Index k = 0; k < kPanel; ++k) sum[k] = sums[k];
}

GERMANE_AVX2 void wide_cells(const double* values, const Index* columns, Index count,
                             const double* panel, double* sum) {
  cells_loop(values, columns, count, panel, sum);
}
template <class T>
GERMANE_AVX2 void wide_sum(const T* row, const T* center, double weight, double* sum, Index count) {
  sum_loop(row, center, weight, sum, count);
}
template <class T>
GERMANE_AVX2 void wide_contrast(const T* row, const T* first, double share, double root,
                                double* mean, T* to, Index count) {
  contrast_loop(row, first, share, root, mean, to, count);
}
template <class T>
GERMANE_AVX2 double wide_difference(const T* row, const double* center, double weight, double* sum,
                                    Index count) {
  return difference_loop(row, center, weight, sum, count);
}
template <class T>
GERMANE_AVX2 T wide_magnitude(const T* numbers, Index count) {
  return magnitude_loop(numbers, count);
}
template <class T>
GERMANE_AVX2 void wide_numbers(const T* row, double* sum, Index count) {
  numbers_loop(row, sum, count);
}
template <class T>
GERMANE_AVX2 void wide_squares(const T* row, double* sum, Index count) {
  squares_loop(row, sum, count);
}
template <class T>
GERMANE_AVX2 void wide_center(const T* from, T* to, const double* center, double root,
                              Index count) {
  center_loop(from, to, center, root, count);
}
template <class T>
GERMANE_AVX2 void wide_center_and_sum(const T* from, T* to, const T* center, double root,
                                      double* sum, Index count) {
  center_and_sum_loop(from, to, center, root, sum, count);
}

}  // namespace

template <class T>
void sum_row(const T* row, const T* center, double weight, double* sum, Index count) {
  if (has_avx2())
    wide_sum(row, center, weight, sum, count);
  else
    sum_loop(row, center, weight, sum, count);
}

template <class T>
void center_row(const T* from, T* to, const double* center, double root, Index count) {
  if (has_avx2())
    wide_center(from, to, center, root, count);
  else
    center_loop(from, to, center, root, count);
}

template <class T>
void center_and_sum(const T* from, T* to, const T* center, double root, double* sum, Index count) {
  if (has_avx2())
    wide_center_and_sum(from, to, center, root, sum, count);
  else
    center_and_sum_loop(from, to, center, root, sum, count);
}

template <class T>
void contrast_row(const T* row, const T* first, double share, double root, double* mean, T* to,
                  Index count) {
  if (has_avx2())
    wide_contrast(row, first, share, root, mean, to, count);
  else
    contrast_loop(row, first, share, root, mean, to, count);
}

template <class T>
double sum_difference(const T* row, const double* center, double weight, double* sum, Index count) {
  return has_avx2() ? wide_difference(row, center, weight, sum, count)
                    : difference_loop(row, center, weight, sum, count);
}

template <class T>
T largest_magnitude(const T* numbers, Index count) {
  return has_avx2() ? wide_magnitude(numbers, count) : magnitude_loop(numbers, count);
}

template <class T>
void add_numbers(const T* row, double* sum, Index count) {
  if (has_avx2())
    wide_numbers(row, sum, count);
  else
    numbers_loop(row, sum, count);
}

template <class T>
void add_squares(const T* row, double* sum, Index count) {
  if (has_avx2())
    wide_squares(row, sum, count);
  else
    squares_loop(row, sum, count);
}

void sum_cells(const double* values, const Index* columns, Index count, const double* panel,
               double* sum) {
  if (has_avx2())
    wide_cells(values, columns, count, panel, sum);
  else
    cells_loop(values, columns, count, panel, sum);
}

template void sum_row(const float*, const float*, double, double*, Index);
template void sum_row(const double*, const double*, double, double*, Index);
template void center_row(const float*, float*, const double*, double, Index);
template void center_row(const double*, double*, const double*, double, Index);
template void contrast_row(const float*, const float*, double, double, double*, float*, Index);
template void contrast_row(const double*, const double*, double, double, double*, double*, Index);
template double sum_difference(const float*, const double*, double, double*, Index);
template double sum_difference(const double*, const double*, double, double*, Index);
template float largest_magnitude(const float*, Index);
template double largest_magnitude(const double*, Index);
template void add_numbers(const float*, double*, Index);
template void add_numbers(const double*, double*, Index);
template void add_squares(const float*, double*, Index);
template void add_squares(const double*, double*, Index);
template void center_and_sum(const float*, float*, const float*, double, double*, Index);
template void center_and_sum(const double*, double*, const double*, double, double*, Index);

}  // namespace germane
