// The one solver behind dimension reduction with side-information: directions that vary much over
// all and little inside chunklets.
#pragma once

#include "germane/learn/within_covariance.h"
#include "germane/linalg/matrix.h"

namespace germane {

struct Discriminant {
  Matrix map;     // k x d, rows w with w' C w = 1, best first
  Vector ratios;  // of all directions, descending: total variance over within variance
};

// maximise w' S_t w / w' C w, `total` = S_t the total scatter divided by its weight.
// [BarHillelTR03, sec. 6]
Discriminant discriminate(Matrix total, const WithinCovariance& within, Index dimensions);

}  // namespace germane
