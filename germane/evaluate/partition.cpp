#include "germane/evaluate/partition.h"

#include "germane/base/error.h"
#include "germane/evaluate/expected_information.h"
#include "germane/linalg/matching.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

double pairs_of(Index rows) {
  return 0.5 * static_cast<double>(rows) * static_cast<double>(rows - 1);
}

double sum_of_pairs(const std::vector<Index>& sizes) {
  double sum = 0;
  for (const Index rows : sizes) sum += pairs_of(rows);
  return sum;
}

// In nats.
double entropy(const std::vector<Index>& sizes, Index rows) {
  double sum = 0;
  for (const Index size : sizes) {
    const double share = static_cast<double>(size) / static_cast<double>(rows);
    sum -= share * std::log(share);
  }
  return std::max(sum, 0.0);
}

double share_or_one(double part, double whole) { return whole > 0 ? part / whole : 1; }

// Half of each share; a share of nothing is left out.
double half_each(double first, double of_first, double second, double of_second) {
  if (of_first > 0 && of_second > 0) return 0.5 * first / of_first + 0.5 * second / of_second;
  return share_or_one(first + second, of_first + of_second);
}

bool equal_partitions(const Contingency& table) {
  const Index cells = static_cast<Index>(table.cells.size());
  return cells == table.clusters() && cells == table.labels();
}

void score_pairs(const Contingency& table, PartitionScores& scores) {
  double right = 0;  // together and same
  for (const auto& cell : table.cells) right += pairs_of(cell.rows);
  const double together = sum_of_pairs(table.cluster_rows), same = sum_of_pairs(table.label_rows);
  const double all = pairs_of(table.rows);
  const double apart = all - together, different = all - same;
  const double apart_different = all - together - same + right;

  scores.pair_accuracy = half_each(right, same, apart_different, different);  // [DeBie03, 4.1]
  scores.pair_accuracy_clustering = half_each(right, together, apart_different, apart);
  scores.rand = share_or_one(right + apart_different, all);
  scores.pair_precision = share_or_one(right, together);
  scores.pair_recall = share_or_one(right, same);
  scores.pair_f1 = share_or_one(2 * right, together + same);
  const double expected = all > 0 ? together / all * same : 0;
  const double room = 0.5 * (together + same) - expected;
  scores.ari = equal_partitions(table) ? 1 : room > 0 ? (right - expected) / room : 0;
}

void score_information(const Contingency& table, std::optional<double> known_expectation,
                       PartitionScores& scores) {
  const double n = static_cast<double>(table.rows);
  const double of_cluster = entropy(table.cluster_rows, table.rows);
  const double of_label = entropy(table.label_rows, table.rows);
  double given_cluster = 0, given_label = 0;  // H(label | cluster), H(cluster | label)
  for (const auto& [cluster, label, rows] : table.cells) {
    const double count = static_cast<double>(rows), share = count / n;
    given_cluster -=
        share * std::log(count / static_cast<double>(
                                     table.cluster_rows[static_cast<std::size_t>(cluster)]));
    given_label -=
        share *
        std::log(count / static_cast<double>(table.label_rows[static_cast<std::size_t>(label)]));
  }
  given_cluster = std::clamp(given_cluster, 0.0, of_label);
  given_label = std::clamp(given_label, 0.0, of_cluster);
  scores.conditional_perplexity = std::exp(given_cluster);
  scores.cluster_perplexity = std::exp(of_cluster);
  scores.homogeneity = of_label > 0 ? 1 - given_cluster / of_label : 1;
  scores.completeness = of_cluster > 0 ? 1 - given_label / of_cluster : 1;
  if (equal_partitions(table)) {
    scores.nmi = scores.ami = 1;
    return;
  }
  // Of the two ways to write it, the one that is 0 when a side is constant.
  const double information = std::min(of_label - given_cluster, of_cluster - given_label);
  const double mean = 0.5 * (of_cluster + of_label);  // above 0, as the partitions differ
  const double expected = known_expectation
                              ? *known_expectation
                              : expected_information(table.cluster_rows, table.label_rows);
  scores.nmi = std::clamp(information / mean, 0.0, 1.0);
  // All singletons against anything share all they can by chance: both differences are rounding.
  const double kRounding = 1e-12 * mean;
  const double room = mean - expected;
  scores.ami = room > kRounding && std::abs(information - expected) > kRounding
                   ? std::min((information - expected) / room, 1.0)
                   : 0;
}

double purity(const Contingency& table) {
  std::vector<Index> most(table.cluster_rows.size(), 0);
  for (const auto& cell : table.cells) {
    Index& rows = most[static_cast<std::size_t>(cell.cluster)];
    rows = std::max(rows, cell.rows);
  }
  Index sum = 0;
  for (const Index rows : most) sum += rows;
  return static_cast<double>(sum) / static_cast<double>(table.rows);
}

std::optional<double> matched_accuracy(const Contingency& table) {
  const auto label_of = match_labels(table);
  if (!label_of) return std::nullopt;
  Index right = 0;
  for (const auto& cell : table.cells)
    if ((*label_of)[static_cast<std::size_t>(cell.cluster)] == cell.label) right += cell.rows;
  return static_cast<double>(right) / static_cast<double>(table.rows);
}

}  // namespace

std::optional<std::vector<Index>> match_labels(const Contingency& table) {
  constexpr double kMostSteps = 1e9;
  const double c = static_cast<double>(table.clusters()), l = static_cast<double>(table.labels());
  if (c * l * std::min(c, l) > kMostSteps || c * l > 0.01 * kMostSteps) return std::nullopt;
  Matrix rows = Matrix::Zero(table.clusters(), table.labels());
  for (const auto& cell : table.cells)
    rows(cell.cluster, cell.label) = static_cast<double>(cell.rows);
  return match_at_greatest_gain(rows);
}

PartitionScores score_partition(const Contingency& table, const PartitionWork& work) {
  if (table.rows == 0)
    throw InputError(
        "evaluate: no row has both a cluster and a label; check that the two files name "
        "the same rows");
  PartitionScores scores;
  scores.rows = table.rows;
  scores.dropped = table.dropped;
  scores.clusters = table.clusters();
  scores.labels = table.labels();
  score_pairs(table, scores);
  score_information(table, work.expected_information, scores);
  scores.purity = purity(table);
  if (work.match) scores.accuracy = matched_accuracy(table);
  return scores;
}

}  // namespace germane
