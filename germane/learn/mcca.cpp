#include "germane/learn/mcca.h"

namespace germane {

Learned<ViewMaps> learn_mcca(const ViewSample& sample, const ViewOptions& options) {
  check_options(options);
  require_complete(sample, "learn mcca");
  return learn_by_eigenvectors(sample, options, OwnBlocks::kIdentity, ComponentScale::kAlike,
                               "learn mcca");
}

}  // namespace germane
