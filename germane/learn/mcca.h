// Multi-set CCA of two or more views (Bach and Jordan's) [DeBie03, sec. 3.2]: directions, one in
// each view, whose coordinates have the largest sum of covariances.
//
//   maximise   sum over i, j of a_i' C_ij a_j,   sum over i of a_i' (C_ii + kappa_i I) a_i = s n
//
// By the largest eigenvalues of M with identity blocks on its diagonal (white_views.h); of two
// views they are 1 + rho, and the directions those of cca. Needs: the moments of the views side by
// side. Cost: O((sum of d_i)^3).
#pragma once

#include "germane/learn/white_views.h"

namespace germane {

// Throws as whiten_views() does, InputError when objects lack views.
// `method` is for messages.
Learned<ViewMaps> learn_mcca(const ViewSample& sample, const ViewOptions& options = {},
                             const std::string& method = "learn mcca");

}  // namespace germane
