// The tree of a clustering, as a drawing in the report and as a file.
#pragma once

#include "germane/cluster/clustering.h"
#include "germane/data/keys.h"
#include "germane/report/report.h"

#include <string>

namespace germane {

// The last merges, drawn; all of them in the file, if one is named. Nothing without merges.
void report_tree(const Clustering& found, const Ids& ids, const std::string& path, Report& report);

}  // namespace germane
