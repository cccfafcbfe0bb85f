// The loops over single rows that feed the products, compiled twice on x86: plainly, and for AVX2,
// which is used where the processor has it. Nothing is multiplied and added in one rounding, so
// both give the same bits. A number that is not finite makes its sum so, too.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

// sum += weight * (row - center). About one of the rows, equal numbers have a sum of exactly 0.
void sum_row(const float* row, const double* center, double weight, double* sum, Index count);
void sum_row(const double* row, const double* center, double weight, double* sum, Index count);

// to = root * (from - center), rounded once to the type of the row. `to` may be `from`.
void center_row(const float* from, float* to, const double* center, double root, Index count);
void center_row(const double* from, double* to, const double* center, double root, Index count);

// Both at once: to = root * (from - center); sum += root^2 * (from - center).
void center_and_sum(const float* from, float* to, const double* center, double root, double* sum,
                    Index count);
void center_and_sum(const double* from, double* to, const double* center, double root, double* sum,
                    Index count);

}  // namespace germane
