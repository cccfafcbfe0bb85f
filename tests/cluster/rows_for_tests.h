// Random rows of several shapes, for methods that look at distances.
#pragma once

#include "germane/base/random.h"
#include "germane/linalg/matrix.h"

#include <cmath>
#include <cstdint>

namespace germane {

inline RowMatrix<double> normal_rows(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = random.normal();
  return x;
}

// Small whole numbers: many duplicates, many equal distances, no rounding.
inline RowMatrix<double> whole_rows(Index rows, Index columns, std::uint64_t seed,
                                    std::int64_t values = 4) {
  Random random(seed);
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = static_cast<double>(random.below(values));
  return x;
}

// Clouds of spread 1 whose centres have a spread of 20.
inline RowMatrix<double> clouds(Index rows, Index columns, Index count, std::uint64_t seed) {
  const RowMatrix<double> centers = 20 * normal_rows(count, columns, seed + 1000);
  RowMatrix<double> x = normal_rows(rows, columns, seed);
  for (Index i = 0; i < rows; ++i) x.row(i) += centers.row(i % count);
  return x;
}

}  // namespace germane
