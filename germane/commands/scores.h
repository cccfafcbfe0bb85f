// Scores of one result as facts of a report, and of several side by side.
#pragma once

#include "germane/data/keys.h"
#include "germane/evaluate/differences.h"
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

// A result: where it was read, its scores, and what each differs by from the first result, if it is
// another.
struct Result {
  std::string name;
  Section section;  // only its facts and warnings are shown
  std::vector<Difference> differences = {};
};

// Of one result the facts are the report's own, so that scripts find them at the top; several are
// shown side by side, in a table of their scores, one of their intervals and one of their
// differences from the first where there are any. Warnings are the report's in any case. `plots`:
// the differences are drawn too.
void show_results(std::vector<Result> results, bool plots, Report& report);

}  // namespace germane
