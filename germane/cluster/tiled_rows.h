// Rows kept eight side by side, column by column, so that the distances of one row to many are
// computed eight at a time (AVX2 where there is) from memory that is read in order.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

class TiledRows {
 public:
  static constexpr Index kTile = 8;

  // Room for this many rows, all at infinity: they are infinitely far from every row that is set.
  TiledRows(Index rows, Index columns);
  explicit TiledRows(const RowMatrix<double>& rows);

  Index columns() const { return columns_; }
  static Index tiles(Index rows) { return (rows + kTile - 1) / kTile; }

  void set(Index place, const double* row);
  void get(Index place, double* row) const;
  void move(Index from, Index to);  // the row stands at both places then

  // out[i] = squared distance of the row to place 8 first + i, for all places of the tiles [first,
  // last). Four sums, of every fourth column each, joined as (first + second) + (third + fourth);
  // what is left over after fours goes into the first.
  void distances(const double* row, Index first, Index last, double* out) const;

 private:
  double* at(Index place) {
    return data_.data() + (place / kTile) * columns_ * kTile + place % kTile;
  }
  const double* at(Index place) const {
    return data_.data() + (place / kTile) * columns_ * kTile + place % kTile;
  }

  Index columns_;
  std::vector<double> data_;
};

// Every place keeps the nearer of what it has, the row inside[i] at squared[i], and this row at
// distances[i], of equally near ones the lower. The least of squared then, infinity for none.
double keep_nearer(const double* distances, Index row, double* squared, Index* inside, Index count);

// The least of numbers[i] * min(scales[i], most), none of them NaN; infinity for none.
double least_scaled(const double* numbers, const double* scales, double most, Index count);

}  // namespace germane
