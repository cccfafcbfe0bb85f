// Posteriors from their logarithms: of each row, exp(number - the largest) over the sum of these.
// Compiled three times on x86: plainly, for AVX2 with FMA, and for AVX-512, whichever is the widest
// that the processor has.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

// Of `count` rows with `columns` numbers each, row i of column c at table[c * stride + i], in
// place. largest[i] and sums[i] are those of the row. What is below exp(-708) of the largest
// becomes 0.
void normalise_exponentials(double* table, Index stride, Index count, Index columns,
                            double* largest, double* sums);

}  // namespace germane
