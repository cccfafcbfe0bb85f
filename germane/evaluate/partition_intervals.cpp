#include "germane/evaluate/partition_intervals.h"

#include "germane/base/poisson.h"
#include "germane/evaluate/expected_information.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace germane {
namespace {

// Numbers what has rows from 0, keeping the order; -1 for the others.
std::vector<Index> without_gaps(const std::vector<Index>& rows) {
  std::vector<Index> number(rows.size(), -1);
  Index next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] > 0) number[i] = next++;
  return number;
}

// The table with `often[i]` rows in cell i. The codes of what is left are its numbers in the table.
Contingency recounted(const Contingency& table, const std::vector<Index>& often) {
  Contingency drawn;
  std::vector<Index> of_cluster(table.cluster_rows.size(), 0);
  std::vector<Index> of_label(table.label_rows.size(), 0);
  for (std::size_t i = 0; i < often.size(); ++i) {
    if (often[i] == 0) continue;
    const auto& cell = table.cells[i];
    drawn.cells.push_back({cell.cluster, cell.label, often[i]});
    drawn.rows += often[i];
    of_cluster[static_cast<std::size_t>(cell.cluster)] += often[i];
    of_label[static_cast<std::size_t>(cell.label)] += often[i];
  }
  const std::vector<Index> cluster = without_gaps(of_cluster), label = without_gaps(of_label);
  for (auto& cell : drawn.cells) {
    cell.cluster = cluster[static_cast<std::size_t>(cell.cluster)];
    cell.label = label[static_cast<std::size_t>(cell.label)];
  }
  const auto keep = [](const std::vector<Index>& rows, std::vector<Index>& codes,
                       std::vector<Index>& sizes) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] == 0) continue;
      codes.push_back(static_cast<Index>(i));
      sizes.push_back(rows[i]);
    }
  };
  keep(of_cluster, drawn.cluster_codes, drawn.cluster_rows);
  keep(of_label, drawn.label_codes, drawn.label_rows);
  return drawn;
}

double accuracy_of(const Contingency& drawn, const std::vector<Index>& label_of) {
  Index right = 0;
  for (const auto& cell : drawn.cells) {
    const Index cluster = drawn.cluster_codes[static_cast<std::size_t>(cell.cluster)];
    const Index label = drawn.label_codes[static_cast<std::size_t>(cell.label)];
    if (label_of[static_cast<std::size_t>(cluster)] == label) right += cell.rows;
  }
  return static_cast<double>(right) / static_cast<double>(drawn.rows);
}

// A partition whose rows are counted anew, as often as they are drawn.
class Rescoring {
 public:
  Rescoring(const Contingency& table, const PartitionScores& scores)
      : table_(table), expected_(expected_information(table.cluster_rows, table.label_rows)) {
    if (scores.accuracy) label_of_ = match_labels(table);
  }

  // Nothing when no row is left.
  std::optional<PartitionScores> score(const std::vector<Index>& often) const {
    const Contingency drawn = recounted(table_, often);
    if (drawn.rows == 0) return std::nullopt;
    PartitionScores again =
        score_partition(drawn, {.expected_information = expected_, .match = false});
    if (label_of_) again.accuracy = accuracy_of(drawn, *label_of_);
    return again;
  }

 private:
  const Contingency& table_;
  double expected_;                             // information by chance
  std::optional<std::vector<Index>> label_of_;  // of each cluster
};

// Rows that are in one cell of either table: they are drawn at once.
struct SharedCell {
  Index first = -1,
        second = -1;  // places of the cells; -1 = the partition does not count these rows
  Index rows = 0;
};

// Where the cell of this cluster and label, given by their codes, stands; -1 = nowhere.
Index place_of_cell(const Contingency& table, Index cluster, Index label) {
  const auto number = [](const std::vector<Index>& codes, Index code) {
    const auto found = std::lower_bound(codes.begin(), codes.end(), code);
    return found != codes.end() && *found == code ? static_cast<Index>(found - codes.begin()) : -1;
  };
  const std::pair wanted(number(table.cluster_codes, cluster), number(table.label_codes, label));
  if (wanted.first < 0 || wanted.second < 0) return -1;
  const auto found = std::lower_bound(table.cells.begin(), table.cells.end(), wanted,
                                      [](const Contingency::Cell& cell, const auto& key) {
                                        return std::pair(cell.cluster, cell.label) < key;
                                      });
  return static_cast<Index>(found - table.cells.begin());
}

std::vector<SharedCell> shared_cells(const std::vector<Index>& first, const Contingency& one,
                                     const std::vector<Index>& second, const Contingency& other,
                                     const std::vector<Index>& label) {
  std::map<std::array<Index, 3>, Index> rows;  // by both clusters and the label
  for (std::size_t row = 0; row < label.size(); ++row)
    if (label[row] >= 0 && (first[row] >= 0 || second[row] >= 0))
      ++rows[{first[row], second[row], label[row]}];
  std::vector<SharedCell> cells;
  for (const auto& [codes, count] : rows) {
    const auto [of_first, of_second, of_label] = codes;
    cells.push_back({.first = of_first < 0 ? -1 : place_of_cell(one, of_first, of_label),
                     .second = of_second < 0 ? -1 : place_of_cell(other, of_second, of_label),
                     .rows = count});
  }
  return cells;
}

// The least and the largest that a score may be.
Interval range_of(std::string_view score, const Contingency& table) {
  if (score == "cluster_perplexity") return {1, static_cast<double>(table.cluster_rows.size())};
  if (score.ends_with("perplexity")) return {1, static_cast<double>(table.label_rows.size())};
  if (score == "ari" || score == "ami") return {-1, 1};
  return {0, 1};
}

}  // namespace

std::vector<Interval> partition_intervals(const Contingency& table, const PartitionScores& scores,
                                          const BootstrapOptions& options,
                                          const Execution& execution) {
  std::vector<double> values;
  std::vector<Interval> ranges;
  describe(scores, [&](const char* name, double value, const char*) {
    values.push_back(value);
    ranges.push_back(range_of(name, table));
  });
  if (options.bootstrap == 0) return {};
  const Rescoring rescoring(table, scores);
  const auto draw = [&](Random& random, std::span<double> out) {
    std::vector<Index> often(table.cells.size());
    std::optional<PartitionScores> again;
    while (!again) {
      for (std::size_t i = 0; i < often.size(); ++i)
        often[i] = draw_poisson(static_cast<double>(table.cells[i].rows), random);
      again = rescoring.score(often);
    }
    std::size_t next = 0;
    describe(*again, [&](const char*, double value, const char*) { out[next++] = value; });
  };
  std::vector<Interval> intervals = bootstrap_intervals(values, options, execution, draw);
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    intervals[i].low = std::clamp(intervals[i].low, ranges[i].low, values[i]);
    intervals[i].high = std::clamp(intervals[i].high, values[i], ranges[i].high);
  }
  return intervals;
}

std::vector<Difference> partition_differences(const std::vector<Index>& first,
                                              const std::vector<Index>& second,
                                              const std::vector<Index>& label,
                                              const BootstrapOptions& options,
                                              const Execution& execution) {
  if (options.bootstrap == 0) return {};
  const Contingency one = tabulate(first, label), other = tabulate(second, label);
  const PartitionScores of_one = score_partition(one), of_other = score_partition(other);
  const Rescoring rescore_one(one, of_one), rescore_other(other, of_other);
  const std::vector<SharedCell> cells = shared_cells(first, one, second, other, label);
  const auto draw = [&](Random& random) -> std::pair<NamedScores, NamedScores> {
    for (;;) {
      std::vector<Index> in_one(one.cells.size(), 0), in_other(other.cells.size(), 0);
      for (const SharedCell& cell : cells) {
        const Index often = draw_poisson(static_cast<double>(cell.rows), random);
        if (cell.first >= 0) in_one[static_cast<std::size_t>(cell.first)] += often;
        if (cell.second >= 0) in_other[static_cast<std::size_t>(cell.second)] += often;
      }
      const auto again = rescore_one.score(in_one), beside = rescore_other.score(in_other);
      if (again && beside) return {named_scores(*again), named_scores(*beside)};
    }
  };
  return bootstrap_differences(named_scores(of_one), named_scores(of_other), options, execution,
                               draw);
}

}  // namespace germane
