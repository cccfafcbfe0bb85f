#include "germane/cluster/tiled_rows.h"

#include "germane/base/processor.h"
#include "germane/cluster/four.h"

#include <algorithm>
#include <limits>

namespace germane {
namespace {

constexpr Index kTile = TiledRows::kTile;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Half a tile is a vector, by hand: the compiler shuffles and spills.
using FourRows [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = Index;

const Four& four_at(const double* numbers) { return *reinterpret_cast<const Four*>(numbers); }
Four& four_at(auto* numbers) { return *reinterpret_cast<Four*>(numbers); }

struct TileSums {
  Four low{}, high{};

  [[gnu::always_inline]] void add(const double* column, double x) {
    const Four low_difference = four_at(column) - x, high_difference = four_at(column + 4) - x;
    low += low_difference * low_difference;
    high += high_difference * high_difference;
  }
};

// For eight rows at once.
[[gnu::always_inline]] inline void tile_loop(const double* __restrict row,
                                             const double* __restrict data, Index tiles,
                                             Index columns, double* __restrict out) {
  for (Index t = 0; t < tiles; ++t, data += columns * kTile, out += kTile) {
    TileSums first, second, third, fourth;
    Index j = 0;
    for (; j + 4 <= columns; j += 4) {
      first.add(data + j * kTile, row[j]);
      second.add(data + (j + 1) * kTile, row[j + 1]);
      third.add(data + (j + 2) * kTile, row[j + 2]);
      fourth.add(data + (j + 3) * kTile, row[j + 3]);
    }
    for (; j < columns; ++j) first.add(data + j * kTile, row[j]);
    four_at(out) = (first.low + second.low) + (third.low + fourth.low);
    four_at(out + 4) = (first.high + second.high) + (third.high + fourth.high);
  }
}

[[gnu::always_inline]] inline double least_of_lanes(const Four& low, const Four& high) {
  double least = kInfinity;
  for (int lane = 0; lane < 4; ++lane) least = std::min({least, low[lane], high[lane]});
  return least;
}

[[gnu::always_inline]] inline double nearer_loop(const double* __restrict distances, Index row,
                                                 double* __restrict squared,
                                                 Index* __restrict inside, Index count) {
  const FourRows own = FourRows{} + row;
  Four least = Four{} + kInfinity;
  Index i = 0;
  for (; i + 4 <= count; i += 4) {
    const Four distance = four_at(distances + i), before = four_at(squared + i);
    FourRows& rows = *reinterpret_cast<FourRows*>(inside + i);
    const auto nearer = (distance < before) | ((distance == before) & (own < rows));
    const Four now = nearer ? distance : before;
    four_at(squared + i) = now;
    rows = nearer ? own : rows;
    least = now < least ? now : least;
  }
  double result = least_of_lanes(least, least);
  for (; i < count; ++i) {
    if (distances[i] < squared[i] || (distances[i] == squared[i] && row < inside[i])) {
      squared[i] = distances[i];
      inside[i] = row;
    }
    result = std::min(result, squared[i]);
  }
  return result;
}

[[gnu::always_inline]] inline double scaled_loop(const double* numbers, const double* scales,
                                                 double most, Index count) {
  const Four limit = Four{} + most;
  Four low = Four{} + kInfinity, high = low;
  Index i = 0;
  for (; i + kTile <= count; i += kTile) {
    const Four scale = four_at(scales + i), other_scale = four_at(scales + i + 4);
    const Four a = four_at(numbers + i) * (scale < limit ? scale : limit);
    const Four b = four_at(numbers + i + 4) * (other_scale < limit ? other_scale : limit);
    low = a < low ? a : low;
    high = b < high ? b : high;
  }
  double least = least_of_lanes(low, high);
  for (; i < count; ++i) least = std::min(least, numbers[i] * std::min(scales[i], most));
  return least;
}

GERMANE_AVX2 double wide_nearer(const double* distances, Index row, double* squared, Index* inside,
                                Index count) {
  return nearer_loop(distances, row, squared, inside, count);
}
GERMANE_AVX2 double wide_scaled(const double* numbers, const double* scales, double most,
                                Index count) {
  return scaled_loop(numbers, scales, most, count);
}
GERMANE_AVX2 void wide_tiles(const double* row, const double* data, Index tiles, Index columns,
                             double* out) {
  tile_loop(row, data, tiles, columns, out);
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

double keep_nearer(const double* distances, Index row, double* squared, Index* inside,
                   Index count) {
  return has_avx2() ? wide_nearer(distances, row, squared, inside, count)
                    : nearer_loop(distances, row, squared, inside, count);
}

double least_scaled(const double* numbers, const double* scales, double most, Index count) {
  return has_avx2() ? wide_scaled(numbers, scales, most, count)
                    : scaled_loop(numbers, scales, most, count);
}

}  // namespace germane
