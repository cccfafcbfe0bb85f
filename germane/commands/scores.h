// Partition scores as a section of a report.
#pragma once

#include "germane/data/keys.h"
#include "germane/report/report.h"

#include <string>
#include <vector>

namespace germane {

Section score_section(const std::vector<Index>& cluster, const Codes& labels,
                      const std::string& against);

}  // namespace germane
