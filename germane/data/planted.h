// Data with a known answer, for tests, benchmarks and examples.
#pragma once

#include "germane/base/random.h"
#include "germane/data/keys.h"
#include "germane/linalg/matrix.h"

namespace germane {

// Classes with random centres of spread `separation` and one shared within-class covariance
// mixing * mixing', so that RCA's answer is known: its map whitens exactly that covariance.
struct PlantedClasses {
  RowMatrix<double> rows;
  std::vector<Index> label;  // in [0, classes)
  Matrix covariance;         // within classes, the truth
};
PlantedClasses plant_classes(Index rows, Index columns, Index classes, double separation,
                             Random& random);

}  // namespace germane
