// Statistics as facts of a report.
#pragma once

#include "germane/report/report.h"
#include "germane/stats/statistics.h"

namespace germane {

void report_statistics(const Statistics& statistics, Section& section);

}  // namespace germane
