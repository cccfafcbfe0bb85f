// A report as one HTML file that needs no network: its data as JSON, and what draws them.
#pragma once

#include "germane/report/report.h"
#include "germane/report/run_record.h"

#include <string>

namespace germane {

// Whether the web part was built in.
bool can_write_html();

// Readers without scripts see the text report. Of a table the first 5,000 rows are in it, and the
// page says how many are not. Needs can_write_html().
std::string to_html(const Report& report, const RunRecord& run);

}  // namespace germane
