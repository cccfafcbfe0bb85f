// How well documents find their mates in another language, in a space that both share.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

// The mean of 1 / rank of the mate [Hardoon10, 4]: each row of one side ranks all rows of the other
// by the magnitude of the inner product; row i of both are mates. Both directions count alike; of
// ties the mate comes last. Cost: O(n^2 d), n numbers a row at a time.
double mate_precision(const RowMatrix<double>& left, const RowMatrix<double>& right);

}  // namespace germane
