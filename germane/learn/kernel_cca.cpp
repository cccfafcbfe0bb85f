#include "germane/learn/kernel_cca.h"

#include "germane/learn/cca.h"
#include "germane/learn/mcca.h"

namespace germane {

Learned<ViewMaps> learn_kernel_cca(const ViewSample& sample, const ViewOptions& options) {
  return sample.views.size() == 2 ? learn_cca(sample, options, "learn kernel-cca")
                                  : learn_mcca(sample, options, "learn kernel-cca");
}

}  // namespace germane
