// Partition scores as a section of a report.
#pragma once

#include "germane/data/keys.h"
#include "germane/evaluate/bootstrap.h"
#include "germane/report/report.h"

#include <string>
#include <vector>

namespace germane {

// Every score that describe() visits, as a fact; intervals: one for each, or none at all.
template <class Scores>
void add_scores(const Scores& scores, const std::vector<Interval>& intervals, Section& section) {
  std::size_t next = 0;
  describe(scores, [&](const char* name, double value, const char* what) {
    section.fact(name, value, what);
    if (!intervals.empty())
      section.facts.back().interval = {intervals[next].low, intervals[next].high};
    ++next;
  });
}

Section score_section(const std::vector<Index>& cluster, const Codes& labels,
                      const std::string& against);

// The same with intervals.
Section score_section(const std::vector<Index>& cluster, const Codes& labels,
                      const std::string& against, const BootstrapOptions& bootstrap,
                      const Execution& execution);

// Of one result the facts are the report's own, so that scripts find them at the top; several are
// shown side by side, in a table of their scores and one of their intervals where there are any.
// Warnings are the report's in any case.
void show_results(const std::vector<std::string>& names, std::vector<Section> results,
                  Report& report);

}  // namespace germane
