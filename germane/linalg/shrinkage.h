// Shrinking a covariance towards its diagonal: (1 - a) C + a diag(C).
//
// The automatic weights are worked out on the correlations, where the target is the identity, so
// that they do not depend on the units of the columns. `samples` is the number of independent
// directions behind C (for chunklets: rows less chunklets). Columns without spread take no part.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

Matrix shrink_to_diagonal(Matrix covariance, double weight);

// Oracle approximating shrinkage (Chen, Wiesel, Eldar, Hero 2010), from C alone; assumes Gaussian
// rows.
double oas_weight(const Matrix& covariance, double samples);

// The same towards the identity times the mean variance, from what does not depend on the axes:
// trace C and trace C^2 of `columns` columns.
double oas_identity_weight(double trace, double trace_of_square, double columns, double samples);

// Ledoit and Wolf (2004) for the diagonal target, as Schafer and Strimmer (2005) put it:
//   a = sum_{i != j} Var(r_ij) / sum_{i != j} r_ij^2,
//   Var(r_ij) ~ (sum_k z_ki^2 z_kj^2 - n r_ij^2) / n^2
// `products` is sum_k sum_{i != j} z_ki^2 z_kj^2 over the standardised rows z_k, which second
// moments cannot give: it needs the rows (stats/fourth_moment.h).
double ledoit_wolf_weight(const Matrix& covariance, double samples, double products);

}  // namespace germane
