// Canonical correlation analysis of two views: directions, one in each, whose coordinates agree
// best over the objects [Chaudhuri09, sec. 2; DeBie03, app. C].
//
//   maximise over a, b   a' C_12 b,   a' (C_11 + kappa_1 I) a = b' (C_22 + kappa_2 I) b = n
//
// By the singular values of M_12 (white_views.h): without a ridge they are the canonical
// correlations, and new rows have variance 1 and are uncorrelated within their view. Needs: the
// moments of both views side by side. Cost: O(d^3).
#pragma once

#include "germane/learn/white_views.h"

namespace germane {

// Throws InputError for other than two views and for objects that lack one, and as whiten_views()
// does.
// `method` is for messages.
Learned<ViewMaps> learn_cca(const ViewSample& sample, const ViewOptions& options = {},
                            const std::string& method = "learn cca");

}  // namespace germane
