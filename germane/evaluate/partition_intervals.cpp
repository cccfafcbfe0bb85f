#include "germane/evaluate/partition_intervals.h"

#include "germane/base/poisson.h"
#include "germane/evaluate/expected_information.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace germane {
namespace {

// What stays the same in every draw.
struct Kept {
  double expected = 0;                         // information by chance
  std::optional<std::vector<Index>> label_of;  // of each cluster
};

// Numbers what has rows from 0, keeping the order; -1 for the others.
std::vector<Index> without_gaps(const std::vector<Index>& rows) {
  std::vector<Index> number(rows.size(), -1);
  Index next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] > 0) number[i] = next++;
  return number;
}

// The codes of what is drawn are its numbers in the table it is drawn from.
Contingency draw_again(const Contingency& table, Random& random) {
  Contingency drawn;
  do {
    drawn = {};
    std::vector<Index> of_cluster(table.cluster_rows.size(), 0);
    std::vector<Index> of_label(table.label_rows.size(), 0);
    for (const auto& cell : table.cells) {
      const Index rows = draw_poisson(static_cast<double>(cell.rows), random);
      if (rows == 0) continue;
      drawn.cells.push_back({cell.cluster, cell.label, rows});
      drawn.rows += rows;
      of_cluster[static_cast<std::size_t>(cell.cluster)] += rows;
      of_label[static_cast<std::size_t>(cell.label)] += rows;
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
  } while (drawn.rows == 0);
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

// The least and the largest that a score may be.
Interval range_of(std::string_view score) {
  if (score.ends_with("perplexity")) return {1, std::numeric_limits<double>::infinity()};
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
    ranges.push_back(range_of(name));
  });
  if (options.bootstrap == 0) return {};
  Kept kept{expected_information(table.cluster_rows, table.label_rows), std::nullopt};
  if (scores.accuracy) kept.label_of = match_labels(table);
  const auto draw = [&](Random& random, std::span<double> out) {
    const Contingency drawn = draw_again(table, random);
    PartitionScores again =
        score_partition(drawn, {.expected_information = kept.expected, .match = false});
    if (kept.label_of) again.accuracy = accuracy_of(drawn, *kept.label_of);
    std::size_t next = 0;
    describe(again, [&](const char*, double value, const char*) { out[next++] = value; });
  };
  std::vector<Interval> intervals = bootstrap_intervals(values, options, execution, draw);
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    intervals[i].low = std::clamp(intervals[i].low, ranges[i].low, values[i]);
    intervals[i].high = std::clamp(intervals[i].high, values[i], ranges[i].high);
  }
  return intervals;
}

}  // namespace germane
