#include "germane/commands/scores.h"

#include "germane/evaluate/partition_intervals.h"

#include <algorithm>

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

std::vector<ReportTable> side_by_side(const std::vector<std::string>& names,
                                      const std::vector<Section>& results) {
  std::vector<std::string> keys;
  for (const Section& result : results)
    for (const Fact& fact : result.facts)
      if (std::find(keys.begin(), keys.end(), fact.key) == keys.end()) keys.push_back(fact.key);
  ReportTable scores{.key = "scores", .title = "", .columns = {"score"}, .rows = {}};
  ReportTable intervals{.key = "intervals",
                        .title = "intervals",
                        .columns = {"score", "result", "from", "to"},
                        .rows = {}};
  scores.columns.insert(scores.columns.end(), names.begin(), names.end());
  for (const std::string& key : keys) {
    std::vector<Value> row{key};
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Fact* fact = find(results[i], key);
      row.push_back(fact ? fact->value : Value());
      if (fact && fact->interval)
        intervals.rows.push_back({key, names[i], fact->interval->first, fact->interval->second});
    }
    scores.rows.push_back(std::move(row));
  }
  std::vector<ReportTable> tables{std::move(scores)};
  if (!intervals.rows.empty()) tables.push_back(std::move(intervals));
  return tables;
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
  return section_of(scores, against, partition_intervals(table, scores, bootstrap, execution));
}

void show_results(const std::vector<std::string>& names, std::vector<Section> results,
                  Report& report) {
  for (Section& result : results)
    for (std::string& warning : result.warnings) report.warnings.push_back(std::move(warning));
  if (results.size() == 1)
    for (Fact& fact : results.front().facts) report.facts.push_back(std::move(fact));
  else
    report.tables = side_by_side(names, results);
}

}  // namespace germane
