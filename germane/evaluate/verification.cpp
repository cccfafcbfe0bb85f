#include "germane/evaluate/verification.h"

#include "germane/base/error.h"
#include "germane/evaluate/contingency.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// Sorted so that the most alike come first, smaller.
std::vector<double> in_order(std::span<const double> numbers, Alike alike, const char* which) {
  std::vector<double> sorted(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (std::isnan(sorted[i]))
      throw InputError("verification: {} pair {} is not a number", which, i);
    if (alike == Alike::kLarger) sorted[i] = -sorted[i];
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// Where the line from one point of the ROC curve to the next meets accepted = refused.
double crossing(double accepted, double refused, double next_accepted, double next_refused) {
  const double before = refused - accepted, after = next_refused - next_accepted;
  const double part = before / (before - after);
  return accepted + part * (next_accepted - accepted);
}

}  // namespace

VerificationScores score_verification(std::span<const double> same,
                                      std::span<const double> different, Alike alike) {
  if (same.empty() || different.empty())
    throw InputError("verification: {} same and {} different pairs; needs at least one of each",
                     same.size(), different.size());
  const std::vector<double> s = in_order(same, alike, "same");
  const std::vector<double> d = in_order(different, alike, "different");
  const double all_same = static_cast<double>(s.size()),
               all_different = static_cast<double>(d.size());

  VerificationScores scores;
  scores.same = static_cast<Index>(s.size());
  scores.different = static_cast<Index>(d.size());
  // Thresholds rise over the different values: so far `i` same and `j` different pairs are
  // accepted.
  bool met = false;
  double won = 0, accepted = 0, refused = 1;  // won: pairs of pairs in the right order
  for (std::size_t i = 0, j = 0; i < s.size() || j < d.size();) {
    const double threshold = j == d.size() || (i < s.size() && s[i] <= d[j]) ? s[i] : d[j];
    const std::size_t old_i = i, old_j = j;
    while (i < s.size() && s[i] == threshold) ++i;
    while (j < d.size() && d[j] == threshold) ++j;
    won += static_cast<double>(j - old_j) *
           (static_cast<double>(old_i) + 0.5 * static_cast<double>(i - old_i));
    const double next_accepted = static_cast<double>(j) / all_different;
    const double next_refused = 1 - static_cast<double>(i) / all_same;
    if (!met && next_accepted >= next_refused) {
      scores.equal_error = crossing(accepted, refused, next_accepted, next_refused);
      met = true;
    }
    accepted = next_accepted;
    refused = next_refused;
  }
  scores.auc = won / all_same / all_different;
  return scores;
}

CoClustering co_clustering(const std::vector<Index>& cluster, const std::vector<Link>& links) {
  const Index rows = static_cast<Index>(cluster.size());
  CoClustering result;
  for (const Link& link : links) {
    for (const Index row : {link.a, link.b})
      if (row < 0 || row >= rows)
        throw InputError("must-link {} - {}: row {} does not exist (there are {})", link.a, link.b,
                         row, rows);
    const Index a = cluster[static_cast<std::size_t>(link.a)];
    const Index b = cluster[static_cast<std::size_t>(link.b)];
    if (link.a == link.b || a < 0 || b < 0) {
      ++result.dropped;
      continue;
    }
    ++result.pairs;
    if (a == b) ++result.together;
  }
  const Contingency sizes = tabulate(cluster, cluster);
  for (const Index size : sizes.cluster_rows) {
    const double share = static_cast<double>(size) / static_cast<double>(sizes.rows);
    result.expected += share * share;
  }
  if (result.pairs == 0) return result;
  const double q = static_cast<double>(result.pairs), o = static_cast<double>(result.together);
  const double p = result.expected, variance = q * p * (1 - p);
  result.share = o / q;
  if (sizes.clusters() > 1) result.z = (o - q * p) / std::sqrt(variance);
  return result;
}

}  // namespace germane
