#include "germane/learn/mcca.h"

namespace germane {

Learned<ViewMaps> learn_mcca(const ViewSample& sample, const ViewOptions& options,
                             const std::string& method) {
  check_options(options);
  require_complete(sample, method);
  return learn_by_eigenvectors(sample, options, OwnBlocks::kIdentity, ComponentScale::kAlike,
                               method);
}

}  // namespace germane
