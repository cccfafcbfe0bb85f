// CCA in the spaces of kernels, one a view: cca of the views' coordinates there, and of more than
// two views mcca [DeBie03, sec. 3.3].
//
//   maximise   alpha' K_1 K_2 beta,   alpha' (K_1^2 + kappa_1 K_1) alpha = the same of beta = n
//
// K_i are the kernels, centred. The views of the sample are coordinates whose inner products are
// those kernels: of kernel_coordinates() in kernel_basis.h, or, of linear kernels, the columns. A
// ridge is needed, as a kernel of n objects can tell them all apart.
#pragma once

#include "germane/learn/white_views.h"

namespace germane {

// Throws as whiten_views() does, InputError when objects lack views.
Learned<ViewMaps> learn_kernel_cca(const ViewSample& sample, const ViewOptions& options);

}  // namespace germane
