// The statistics that the ranks of a job gathered, each from its own rows, as if one had gathered
// them all.
#pragma once

#include "germane/stats/gather.h"

#include <functional>

namespace germane {

// `close`: chunklets that straddle ranks are complete once all parts are there. The same on all
// ranks; throws on all of them what gathering threw on one.
Gathered join_gathered(Ranks& ranks, const std::function<Gathered()>& gather, bool close);

}  // namespace germane
