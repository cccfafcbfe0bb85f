// Statistics as named arrays: what a file of them holds, and what ranks send each other.
#pragma once

#include "germane/io/archive.h"
#include "germane/stats/statistics.h"

namespace germane {

inline constexpr const char* kStatisticsKind = "statistics";

Archive archive_of(const Statistics& statistics);

// Throws InputError naming archive.path for what no rows can have.
Statistics statistics_in(const Archive& archive);

}  // namespace germane
