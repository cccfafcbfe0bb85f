// The scatter of rows of few columns: BLAS copies both of its operands into another order first,
// which takes longer than multiplying them when there are few columns to share the copies.
#pragma once

#include "germane/linalg/products.h"

namespace germane {

// lower triangle of scatter += rows' * rows, where this is quicker than BLAS; false: nothing was
// done, as there are too many columns, or too few, for this processor.
bool add_narrow_scatter(Points<double> rows, Eigen::Ref<Matrix> scatter);
bool add_narrow_scatter(Points<float> rows, Eigen::Ref<Eigen::MatrixXf> scatter);

}  // namespace germane
