// How near two rows must be so that chance does not explain it: `--within auto`, where no model was
// calibrated.
//
// Around a row, unrelated rows are taken to be spread smoothly over as far as its 20 nearest reach,
// in a space of m dimensions: inside a distance t there are then 19 (t / r)^m of them on average, r
// being the distance of the 20th. The dimension is estimated by maximum likelihood from all rows
// [LevinaBickel04]: logarithms of the ratios of consecutive neighbours' distances, j log(r_j+1 /
// r_j), are independent and exponential of rate m. Only neighbours 10 to 20 are used, as the
// nearest may be the duplicates that are looked for. The threshold is the t at which one pair is
// expected by chance:
//
//   sum over rows i of 19 (t / r_i)^m = 2      (1 where pairs are of a query and a row)
//
// Rows whose 10th neighbour is at distance 0 (more than ten copies) say nothing of chance and are
// left out.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

inline constexpr Index kChanceNeighbors = 20;

struct ChanceThreshold {
  double distance = 0;
  double dimensions = 0;  // m
};

// `distances`: n x 20, of each row to its nearest, ascending. `of_one_table`: every pair is seen
// from both its rows. Throws InputError when fewer than half of the rows say something.
ChanceThreshold chance_threshold(const RowMatrix<double>& distances, bool of_one_table);

}  // namespace germane
