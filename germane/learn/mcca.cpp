#include "germane/learn/mcca.h"

namespace germane {

Learned<ViewMaps> learn_mcca(const Moments& total, const std::vector<ViewColumns>& views,
                             const ViewOptions& options) {
  return learn_by_eigenvectors(total, views, options, OwnBlocks::kIdentity, "learn mcca");
}

}  // namespace germane
