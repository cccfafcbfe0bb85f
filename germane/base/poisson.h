// How often something happens that is expected `mean` times: for drawing rows again.
#pragma once

#include "germane/base/random.h"

#include <cstdint>

namespace germane {

// mean in [0, 1e15].
std::int64_t draw_poisson(double mean, Random& random);

}  // namespace germane
