#include "germane/report/report.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/file.h"
#include "germane/report/html.h"

#include <utility>

namespace germane {

Section& Section::fact(std::string fact_key, Value value, std::string note) {
  facts.push_back({std::move(fact_key), std::move(value), "", std::move(note)});
  return *this;
}

Section& Section::add(Section child) {
  sections.push_back(std::move(child));
  return sections.back();
}

std::vector<std::string> all_warnings(const Report& report) {
  std::vector<std::string> warnings = report.warnings;
  for (const Section& section : report.sections)
    for (std::string& warning : all_warnings(section)) warnings.push_back(std::move(warning));
  return warnings;
}

void require_report_ending(const std::string& path) {
  if (path.ends_with(".html") && !can_write_html())
    throw InputError(
        "report {}: this germane was built without HTML reports; name a .txt or .json, or build it "
        "again where node and npm are (GERMANE_WEB=ON)",
        quoted(path, 200));
  if (!path.ends_with(".txt") && !path.ends_with(".json") && !path.ends_with(".html"))
    throw InputError("report {}: must end in .html, .txt or .json", quoted(path, 200));
}

void write_report(const Report& report, const std::string& path, const RunRecord& run) {
  require_report_ending(path);
  if (path.ends_with(".html"))
    write_text_file(path, to_html(report, run));
  else
    write_text_file(path, path.ends_with(".json") ? to_json(report, run) : to_text(report));
}

}  // namespace germane
