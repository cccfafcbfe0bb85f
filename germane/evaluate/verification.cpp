#include "germane/evaluate/verification.h"

#include "germane/base/error.h"
#include "germane/evaluate/contingency.h"

#include <algorithm>
#include <cmath>

namespace germane {

double equal_error_between(const ErrorRates& from, const ErrorRates& to) {
  const double before = from.refused - from.accepted, after = to.refused - to.accepted;
  const double part = before / (before - after);
  return from.accepted + part * (to.accepted - from.accepted);
}

VerificationScores score_verification(const RankedPairs& pairs) {
  VerificationScores scores;
  scores.same = pairs.same();
  scores.different = pairs.different();
  bool met = false;
  Index before_same = 0, before_different = 0;
  double won = 0;  // pairs of pairs in the right order
  ErrorRates before{.accepted = 0, .refused = 1};
  pairs.for_each_threshold([&](double /*threshold*/, Index same, Index different) {
    won += static_cast<double>(different - before_different) *
           (static_cast<double>(before_same) + 0.5 * static_cast<double>(same - before_same));
    const ErrorRates now = pairs.rates(same, different);
    if (!met && now.accepted >= now.refused) {
      scores.equal_error = equal_error_between(before, now);
      met = true;
    }
    before = now;
    before_same = same;
    before_different = different;
  });
  scores.auc = won / static_cast<double>(pairs.same()) / static_cast<double>(pairs.different());
  return scores;
}

VerificationScores score_verification(std::span<const double> same,
                                      std::span<const double> different, Alike alike) {
  return score_verification(
      RankedPairs({same.begin(), same.end()}, {different.begin(), different.end()}, alike));
}

double DetectionCost::log_odds() const {
  constexpr double kMost = 700;  // e^709 is the largest there is
  const double odds =
      std::log(prior) - std::log1p(-prior) + std::log(cost_miss) - std::log(cost_accept);
  return std::clamp(odds, -kMost, kMost);
}

double DetectionCost::effective_prior() const { return 1 / (1 + std::exp(-log_odds())); }

double DetectionCost::of(const ErrorRates& rates) const {
  // Divided by the smaller weight, which leaves 1 for it and the odds, or 1 / odds, for the other.
  const double odds = log_odds();
  return odds > 0 ? std::exp(odds) * rates.refused + rates.accepted
                  : rates.refused + std::exp(-odds) * rates.accepted;
}

LeastCost least_cost(const RankedPairs& pairs, const DetectionCost& cost) {
  LeastCost best;
  best.threshold = pairs.most_alike();
  best.rates = {.accepted = 0, .refused = 1};
  best.cost = cost.of(best.rates);
  pairs.for_each_threshold([&](double threshold, Index same, Index different) {
    const ErrorRates rates = pairs.rates(same, different);
    const double here = cost.of(rates);
    if (here <= best.cost) best = {here, threshold, rates};
  });
  return best;
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
