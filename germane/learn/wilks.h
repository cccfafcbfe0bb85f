// Whether canonical correlations could be chance: Wilks' test, in Rao's approximation by F.
#pragma once

#include "germane/linalg/matrix.h"

#include <optional>
#include <vector>

namespace germane {

struct WilksTest {
  double lambda = 1;  // product of 1 - r^2 over this correlation and all below it
  double f = 0;
  double freedom = 0, freedom_below = 0;
  double p = 1;  // that all of them are chance
};

// One test for each of all min(p, q) correlations of views of p and q columns over n rows: however
// many of them are of interest, all count. Only for rows as independent as those of a sample, no
// ridge and views of full rank; nothing where n is too small for it, n <= p + q + 1.
std::optional<std::vector<WilksTest>> wilks_tests(const Vector& correlations, Index n, Index p,
                                                  Index q);

}  // namespace germane
