// Generalised CCA (MAXVAR) of two or more views: shared scores that every view can tell best from
// its own columns.
//
//   maximise over g, |g| = 1   sum over i of g' H_i g,   H_i = X_i (C_ii + kappa_i I)^-1 X_i'
//
// By the largest eigenvalues of M with its true diagonal blocks (white_views.h), which are those of
// the sum of H_i; a_i is the direction that tells g from view i, scaled alike for all views and so
// that two views without a ridge get the directions of cca. An eigenvalue of s says that all s
// views agree. Objects may lack views (see shared_scores.h, where both forms are). Needs: the
// moments of the views side by side, or their rows. Cost: O((sum of d_i)^3), or O(s n^3) of rows.
#pragma once

#include "germane/learn/white_views.h"

namespace germane {

// Throws as whiten_views() does.
Learned<ViewMaps> learn_gcca(const ViewSample& sample, const ViewOptions& options = {});

}  // namespace germane
