// The loops over single rows that feed the products, compiled twice on x86: plainly, and for AVX2,
// which is used where the processor has it. Nothing is multiplied and added in one rounding, so
// both give the same bits.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

// to = from; sum += weight * from.
void copy_and_sum(const float* from, float* to, double weight, double* sum, Index count);
void copy_and_sum(const double* from, double* to, double weight, double* sum, Index count);

// to = root * (from - center), rounded once to the type of the row. `to` may be `from`.
void center_row(const float* from, float* to, const double* center, double root, Index count);
void center_row(const double* from, double* to, const double* center, double root, Index count);

}  // namespace germane
