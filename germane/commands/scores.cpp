#include "germane/commands/scores.h"

#include "germane/commands/plots_evaluate.h"
#include "germane/evaluate/partition_intervals.h"

#include <algorithm>
#include <optional>

namespace germane {
namespace {

Section section_of(const PartitionScores& scores, const std::string& against,
                   const std::vector<Interval>& intervals) {
  Section section{.key = "scores", .title = "agreement with the " + against};
  add_scores(scores, intervals, section);
  if (scores.dropped > 0) section.fact("rows_left_out", scores.dropped, "no label or no cluster");
  return section;
}

// The fact of this key; null where a result has none.
const Fact* find(const Section& section, const std::string& key) {
  const auto found = std::find_if(section.facts.begin(), section.facts.end(),
                                  [&](const Fact& fact) { return fact.key == key; });
  return found == section.facts.end() ? nullptr : &*found;
}

// What is said of the scores of every result, in the order of the facts.
std::vector<const Fact*> all_facts(const std::vector<Result>& results) {
  std::vector<const Fact*> facts;
  for (const Result& result : results)
    for (const Fact& fact : result.section.facts)
      if (std::none_of(facts.begin(), facts.end(),
                       [&](const Fact* known) { return known->key == fact.key; }))
        facts.push_back(&fact);
  return facts;
}

std::vector<ReportTable> side_by_side(const std::vector<Result>& results) {
  ReportTable scores{.key = "scores", .title = "", .columns = {"score"}, .rows = {}};
  ReportTable intervals{.key = "intervals",
                        .title = "intervals",
                        .columns = {"score", "result", "from", "to"},
                        .rows = {}};
  for (const Result& result : results) scores.columns.push_back(result.name);
  for (const Fact* each : all_facts(results)) {
    std::vector<Value> row{each->key};
    for (const Result& result : results) {
      const Fact* fact = find(result.section, each->key);
      row.push_back(fact ? fact->value : Value());
      if (fact && fact->interval)
        intervals.rows.push_back(
            {each->key, result.name, fact->interval->first, fact->interval->second});
    }
    scores.rows.push_back(std::move(row));
    // What is said of one result alone ("8 of 20 links") is not said of all.
    const bool same = std::all_of(results.begin(), results.end(), [&](const Result& result) {
      const Fact* fact = find(result.section, each->key);
      return !fact || fact->note == each->note;
    });
    scores.row_notes.push_back(same ? each->note : "");
  }
  std::vector<ReportTable> tables{std::move(scores)};
  if (!intervals.rows.empty()) tables.push_back(std::move(intervals));
  return tables;
}

std::optional<ReportTable> difference_table(const std::vector<Result>& results) {
  ReportTable table{.key = "differences",
                    .title = "how much more than " + results.front().name +
                             ", with the same rows drawn for both; sure: the interval leaves out 0",
                    .columns = {"score", "result", "difference", "from", "to", "sure"},
                    .rows = {}};
  for (const Result& result : results)
    for (const Difference& each : result.differences)
      table.rows.push_back({each.score, result.name, each.value, each.interval.low,
                            each.interval.high, each.sure()});
  if (table.rows.empty()) return std::nullopt;
  return table;
}

}  // namespace

Section score_section(const std::vector<Index>& cluster, const Codes& labels,
                      const std::string& against) {
  return section_of(score_partition(tabulate(cluster, labels.of_row)), against, {});
}

Section score_section(const std::vector<Index>& cluster, const Codes& labels,
                      const std::string& against, const BootstrapOptions& bootstrap,
                      const Execution& execution) {
  const Contingency table = tabulate(cluster, labels.of_row);
  const PartitionScores scores = score_partition(table);
  const std::vector<Interval> intervals = partition_intervals(table, scores, bootstrap, execution);
  Section section = section_of(scores, against, intervals);
  if (std::any_of(intervals.begin(), intervals.end(),
                  [](const Interval& each) { return each.low == each.high; }))
    section.notes.emplace_back(
        "an interval of one point says that these rows drawn again always score alike, not that "
        "other rows would");
  return section;
}

void show_results(std::vector<Result> results, bool plots, Report& report) {
  for (Result& result : results)
    for (std::string& warning : result.section.warnings)
      report.warnings.push_back(std::move(warning));
  if (results.size() == 1) {
    for (Fact& fact : results.front().section.facts) report.facts.push_back(std::move(fact));
    for (std::string& note : results.front().section.notes) report.notes.push_back(std::move(note));
    return;
  }
  report.tables = side_by_side(results);
  if (std::optional<ReportTable> table = difference_table(results))
    report.tables.push_back(std::move(*table));
  if (std::optional<Plot> plot = plots ? differences_plot(results) : std::nullopt)
    report.plots.insert(report.plots.begin(), std::move(*plot));
}

}  // namespace germane
