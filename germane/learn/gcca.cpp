#include "germane/learn/gcca.h"

#include "germane/learn/shared_scores.h"

namespace germane {

Learned<ViewMaps> learn_gcca(const ViewSample& sample, const ViewOptions& options) {
  check_options(options);
  return learn_shared_scores(sample, options, ComponentScale::kAlike, "learn gcca");
}

}  // namespace germane
