// The scatter of rows, copied once into strips of columns that both operands of the product are
// read from. BLAS copies both, which takes as long as multiplying where there are few columns to
// share the copies.
#pragma once

#include "germane/linalg/products.h"

namespace germane {

// lower triangle of scatter += rows' * rows, where this is quicker than BLAS; false: nothing was
// done, as there are too many columns, or too few, for this processor.
bool add_packed_scatter(Points<double> rows, Eigen::Ref<Matrix> scatter);
bool add_packed_scatter(Points<float> rows, Eigen::Ref<Eigen::MatrixXf> scatter);

}  // namespace germane
