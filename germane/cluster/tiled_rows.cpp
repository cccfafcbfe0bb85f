#include "germane/cluster/tiled_rows.h"

#include "germane/base/processor.h"

#include <algorithm>
#include <limits>

namespace germane {
namespace {

constexpr Index kTile = TiledRows::kTile;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

[[gnu::always_inline]] inline void add_column(const double* __restrict column, double x,
                                              double* __restrict sums) {
  for (Index i = 0; i < kTile; ++i) {
    const double difference = column[i] - x;
    sums[i] += difference * difference;
  }
}

// For eight rows at once.
[[gnu::always_inline]] inline void tile_loop(const double* __restrict row,
                                             const double* __restrict data, Index tiles,
                                             Index columns, double* __restrict out) {
  for (Index t = 0; t < tiles; ++t, data += columns * kTile, out += kTile) {
    double sums[4][kTile] = {};
    Index j = 0;
    for (; j + 4 <= columns; j += 4) {
      add_column(data + j * kTile, row[j], sums[0]);
      add_column(data + (j + 1) * kTile, row[j + 1], sums[1]);
      add_column(data + (j + 2) * kTile, row[j + 2], sums[2]);
      add_column(data + (j + 3) * kTile, row[j + 3], sums[3]);
    }
    for (; j < columns; ++j) add_column(data + j * kTile, row[j], sums[0]);
    for (Index i = 0; i < kTile; ++i)
      out[i] = (sums[0][i] + sums[1][i]) + (sums[2][i] + sums[3][i]);
  }
}

[[gnu::always_inline]] inline double least_loop(const double* numbers, Index count) {
  double least[kTile];
  std::fill(least, least + kTile, kInfinity);
  Index i = 0;
  for (; i + kTile <= count; i += kTile)
    for (Index lane = 0; lane < kTile; ++lane)
      least[lane] = numbers[i + lane] < least[lane] ? numbers[i + lane] : least[lane];
  for (; i < count; ++i) least[0] = std::min(least[0], numbers[i]);
  return *std::min_element(least, least + kTile);
}

GERMANE_AVX2 void wide_tiles(const double* row, const double* data, Index tiles, Index columns,
                             double* out) {
  tile_loop(row, data, tiles, columns, out);
}
GERMANE_AVX2 double wide_least(const double* numbers, Index count) {
  return least_loop(numbers, count);
}

}  // namespace

TiledRows::TiledRows(Index rows, Index columns)
    : columns_(columns),
      data_(static_cast<std::size_t>(tiles(rows) * kTile * columns), kInfinity) {}

TiledRows::TiledRows(const RowMatrix<double>& rows) : TiledRows(rows.rows(), rows.cols()) {
  for (Index i = 0; i < rows.rows(); ++i) set(i, rows.data() + i * rows.cols());
}

void TiledRows::set(Index place, const double* row) {
  double* to = at(place);
  for (Index j = 0; j < columns_; ++j) to[j * kTile] = row[j];
}

void TiledRows::get(Index place, double* row) const {
  const double* from = at(place);
  for (Index j = 0; j < columns_; ++j) row[j] = from[j * kTile];
}

void TiledRows::move(Index from, Index to) {
  const double* source = at(from);
  double* target = at(to);
  for (Index j = 0; j < columns_; ++j) target[j * kTile] = source[j * kTile];
}

void TiledRows::distances(const double* row, Index first, Index last, double* out) const {
  const double* data = data_.data() + first * columns_ * kTile;
  if (has_avx2())
    wide_tiles(row, data, last - first, columns_, out);
  else
    tile_loop(row, data, last - first, columns_, out);
}

double least_of(const double* numbers, Index count) {
  return has_avx2() ? wide_least(numbers, count) : least_loop(numbers, count);
}

}  // namespace germane
