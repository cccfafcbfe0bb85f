// Generalised CCA (MAXVAR) of two or more views: shared scores that every view can tell best from
// its own columns.
//
//   maximise over g, |g| = 1   sum over i of g' H_i g,   H_i = X_i (C_ii + kappa_i I)^-1 X_i'
//
// By the largest eigenvalues of M with its true diagonal blocks (white_views.h), which are those of
// the sum of H_i; a_i is the direction that tells g from view i, scaled alike for all views and so
// that two views without a ridge get the directions of cca. An eigenvalue of s says that all s
// views agree. Needs: the moments of the views side by side. Cost: O((sum of d_i)^3).
#pragma once

#include "germane/learn/white_views.h"

namespace germane {

// Throws as whiten_views() does.
Learned<ViewMaps> learn_gcca(const Moments& total, const std::vector<ViewColumns>& views,
                             const ViewOptions& options = {});

}  // namespace germane
