// Partition scores as a section of a report.
#pragma once

#include "germane/data/keys.h"
#include "germane/evaluate/bootstrap.h"
#include "germane/report/report.h"

#include <string>
#include <vector>

namespace germane {

Section score_section(const std::vector<Index>& cluster, const Codes& labels,
                      const std::string& against);

// The same with intervals.
Section score_section(const std::vector<Index>& cluster, const Codes& labels,
                      const std::string& against, const BootstrapOptions& bootstrap,
                      const Execution& execution);

// Several results beside each other: sections that hold the same facts, each named. A table of
// their scores, and one of their intervals where there are any.
std::vector<ReportTable> side_by_side(const std::vector<std::string>& names,
                                      const std::vector<Section>& results);

}  // namespace germane
