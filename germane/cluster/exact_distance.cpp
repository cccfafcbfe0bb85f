#include "germane/cluster/exact_distance.h"

#include "germane/base/processor.h"

#include <algorithm>
#include <limits>

namespace germane {
namespace {

using Four __attribute__((vector_size(32))) = double;
template <class T>
struct Packed;
template <>
struct Packed<float> {
  using Type __attribute__((vector_size(16), aligned(4))) = float;
};
template <>
struct Packed<double> {
  using Type __attribute__((vector_size(32), aligned(8))) = double;
};

// Sixteen sums side by side: one alone would wait for each addition. What is left over after
// sixteens goes into the first of them.
template <class T>
[[gnu::always_inline]] inline double distance_loop(const T* row, const double* center,
                                                   Index columns) {
  using Row = typename Packed<T>::Type;
  using Center = typename Packed<double>::Type;
  Four sums[4] = {};
  Index j = 0;
  for (; j + 16 <= columns; j += 16)
    for (Index part = 0; part < 4; ++part) {
      const Four difference =
          __builtin_convertvector(*reinterpret_cast<const Row*>(row + j + 4 * part), Four) -
          *reinterpret_cast<const Center*>(center + j + 4 * part);
      sums[part] += difference * difference;
    }
  for (; j + 4 <= columns; j += 4) {
    const Four difference = __builtin_convertvector(*reinterpret_cast<const Row*>(row + j), Four) -
                            *reinterpret_cast<const Center*>(center + j);
    sums[0] += difference * difference;
  }
  const Four sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double rest = 0;
  for (; j < columns; ++j) {
    const double difference = static_cast<double>(row[j]) - center[j];
    rest += difference * difference;
  }
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
}

template <class T>
[[gnu::always_inline]] inline void add_loop(const T* __restrict row, double weight,
                                            double* __restrict sum, Index columns) {
  for (Index j = 0; j < columns; ++j) sum[j] += weight * static_cast<double>(row[j]);
}

// AVX2 without fused products rounds as the plain loops do.
template <class T>
GERMANE_AVX2 double wide_distance(const T* row, const double* center, Index columns) {
  return distance_loop(row, center, columns);
}
template <class T>
GERMANE_AVX2 void wide_add(const T* row, double weight, double* sum, Index columns) {
  add_loop(row, weight, sum, columns);
}

}  // namespace

template <class T>
double squared_distance(const T* row, const double* center, Index columns) {
  return has_avx2() ? wide_distance(row, center, columns) : distance_loop(row, center, columns);
}

double squared_distance(const SparseRow& row, const double* center, Index columns) {
  double sum = 0;
  Index next = 0;
  for (Index i = 0; i < row.count; ++i) {
    for (; next < row.columns[i]; ++next) sum += center[next] * center[next];
    const double difference = row.values[i] - center[next];
    sum += difference * difference;
    ++next;
  }
  for (; next < columns; ++next) sum += center[next] * center[next];
  return sum;
}

// |x - c|^2 = |c|^2 + sum over the row's numbers v of column j of v (v - 2 c_j).
Measured measure(const SparseRow& row, const double* center, double squared_norm,
                 Index /*columns*/) {
  double sum = 0, size = squared_norm;
  for (Index i = 0; i < row.count; ++i) {
    const double v = row.values[i], c = center[row.columns[i]];
    sum += v * (v - 2 * c);
    size += 2 * v * v;
  }
  const double rounding =
      static_cast<double>(row.count + 8) * std::numeric_limits<double>::epsilon();
  return {std::max(0.0, squared_norm + sum), 2 * rounding * (size + squared_norm)};
}

template <class T>
void add_row(const T* row, double weight, double* sum, Index columns) {
  if (has_avx2())
    wide_add(row, weight, sum, columns);
  else
    add_loop(row, weight, sum, columns);
}

void add_row(const SparseRow& row, double weight, double* sum, Index /*columns*/) {
  for (Index i = 0; i < row.count; ++i) sum[row.columns[i]] += weight * row.values[i];
}

template double squared_distance(const float*, const double*, Index);
template double squared_distance(const double*, const double*, Index);
template void add_row(const float*, double, double*, Index);
template void add_row(const double*, double, double*, Index);

}  // namespace germane
