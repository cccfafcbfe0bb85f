#include "germane/learn/gcca.h"

namespace germane {

Learned<ViewMaps> learn_gcca(const Moments& total, const std::vector<ViewColumns>& views,
                             const ViewOptions& options) {
  return learn_by_eigenvectors(total, views, options, OwnBlocks::kTrue, "learn gcca");
}

}  // namespace germane
