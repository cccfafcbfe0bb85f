// Scores shared by the views: the best that every view can tell from its own columns. Behind gcca
// and pwca.
//
//   N^-1/2 (sum_i P_i H_i P_i) N^-1/2 u = (lambda / s) u,   H_i = X_i (C_ii + kappa_i I)^-1 X_i'
//
// P_i marks the objects that have view i, N = sum_i P_i; the shared score is g = sqrt(s) N^-1/2 u.
// By the block matrix M (white_views.h), or, where the sample holds rows, fewer than their columns,
// and every view has a ridge, in n x n matrices alone: H_i = I - kappa_i (K_i + kappa_i I)^-1 takes
// one Cholesky factor a view, and the weights are a_i = X_i' (K_i + kappa_i I)^-1 g.
#pragma once

#include "germane/learn/white_views.h"

namespace germane {

// Throws as view_ridges() does.
Learned<ViewMaps> learn_shared_scores(const ViewSample& sample, const ViewOptions& options,
                                      ComponentScale scale, const std::string& method);

}  // namespace germane
