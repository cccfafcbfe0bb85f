#include "germane/evaluate/certificate.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/evaluate/binary_divergence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace germane {
namespace {

constexpr Index kFewest = 8;  // samples for which the theorem holds

double sum_of(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

// A mean of rates; rounding must not lead out of [0, 1].
double mean_under(const std::vector<double>& weight, const std::vector<double>& rates) {
  return std::clamp(std::inner_product(weight.begin(), weight.end(), rates.begin(), 0.0), 0.0, 1.0);
}

double divergence_of(const std::vector<double>& q, const std::vector<double>& p) {
  double sum = 0;
  for (std::size_t h = 0; h < q.size(); ++h)
    if (q[h] > 0) sum += q[h] * std::log(q[h] / p[h]);
  return std::max(sum, 0.0);
}

// All clusters that may have weight, and what is known of them.
class Clusters {
 public:
  Clusters(const std::vector<double>& risk, const std::vector<double>& prior)
      : risk_(risk), prior_(prior), least_(std::numeric_limits<double>::infinity()) {
    for (std::size_t h = 0; h < risk.size(); ++h)
      if (prior[h] > 0) least_ = std::min(least_, risk[h]);
  }

  // Q(h) ~ P(h) exp(-beta R_n(h)); an infinite beta leaves the clusters of the least risk.
  ClusterWeights weigh(double beta) const {
    ClusterWeights found{.weight = prior_, .beta = beta};
    for (std::size_t h = 0; h < risk_.size(); ++h) {
      const double above = risk_[h] - least_;  // else a large beta would leave only zeros
      if (prior_[h] > 0 && above > 0) found.weight[h] *= std::exp(-beta * above);
    }
    const double sum = sum_of(found.weight);
    for (double& weight : found.weight) weight /= sum;
    found.divergence = divergence_of(found.weight, prior_);
    return found;
  }

 private:
  const std::vector<double>& risk_;
  const std::vector<double>& prior_;
  double least_;
};

std::vector<double> normalized(std::vector<double> prior, std::size_t clusters) {
  if (prior.empty()) prior.assign(clusters, 1);
  if (prior.size() != clusters)
    throw InputError("certificate: a prior of {} for {}; give each cluster its weight",
                     counted(static_cast<Index>(prior.size()), "weight"),
                     counted(static_cast<Index>(clusters), "cluster"));
  for (std::size_t h = 0; h < clusters; ++h)
    if (!(prior[h] >= 0) || !std::isfinite(prior[h]))
      throw InputError("certificate: the prior weight of cluster {} is {}; must be at least 0", h,
                       shortest(prior[h]));
  const double sum = sum_of(prior);
  if (!(sum > 0) || !std::isfinite(sum))
    throw InputError("certificate: the prior weights sum to {}; must be above 0 and finite",
                     shortest(sum));
  for (double& weight : prior) weight /= sum;
  return prior;
}

// The prior on clusters that hold a sample, and how far it is from the whole prior.
struct Support {
  std::vector<double> prior;
  double divergence = 0;
};

Support support_of(const PairwiseCounts& counts, std::vector<double> prior) {
  Support support{.prior = std::move(prior)};
  for (std::size_t h = 0; h < support.prior.size(); ++h)
    if (counts.clusters[h].first + counts.clusters[h].second == 0) support.prior[h] = 0;
  const double share = sum_of(support.prior);
  if (!(share > 0))
    throw InputError(
        "certificate: none of the {} is in a cluster that has a mate; check that mates bear the "
        "same number",
        counted(counts.samples, "sample"));
  for (double& weight : support.prior) weight /= share;
  support.divergence = std::max(-std::log(share), 0.0);
  return support;
}

// The right side of [Hardoon10, eq. 4].
double allowance(double divergence, Index samples, double delta) {
  const auto n = static_cast<double>(samples);
  return (divergence + std::log(2 * std::sqrt(n)) - std::log(delta)) / n;
}

// Q at betas that grow by a half of an octave each, from where it is nearly the prior to where all
// of it is on the least risk (risks differ by 1 / n or more).
ClusterWeights furthest_below_unrelated(const std::vector<double>& risk,
                                        const std::vector<double>& unrelated,
                                        const Support& support, Index samples, double delta) {
  const Clusters clusters(risk, support.prior);
  const auto margin = [&](const ClusterWeights& weights) {
    const double nats = allowance(weights.divergence + support.divergence, samples, delta);
    return mean_under(weights.weight, unrelated) -
           highest_rate(mean_under(weights.weight, risk), nats);
  };
  ClusterWeights best = clusters.weigh(0);
  double largest = margin(best);
  const double last = 64 * static_cast<double>(samples);
  for (double beta = 1.0 / 16; beta < last; beta *= std::sqrt(2.0)) {
    ClusterWeights weights = clusters.weigh(beta);
    const double found = margin(weights);
    if (!(found > largest)) continue;  // of equal ones, the nearest to the prior
    largest = found;
    best = std::move(weights);
  }
  return best;
}

double entropy_of(const std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights)
    if (weight > 0) sum -= weight * std::log(weight);
  return sum;
}

CertifiedRate certify_disagreement(const PairwiseCounts& counts, double delta) {
  const auto n = static_cast<double>(counts.samples);
  Index together = 0;
  double by_chance = 0;
  for (const PairwiseCounts::Cluster& cluster : counts.clusters) {
    together += cluster.both;
    by_chance += static_cast<double>(cluster.first) / n * (static_cast<double>(cluster.second) / n);
  }
  const double rate = static_cast<double>(counts.samples - together) / n;
  return {rate, highest_rate(rate, -std::log(delta) / n), 1 - by_chance};
}

}  // namespace

PairwiseCounts count_pairwise(const std::vector<Index>& first, const std::vector<Index>& second,
                              Index clusters) {
  if (first.size() != second.size())
    throw InputError("certificate: {} in view 1, {} in view 2; must be the same samples",
                     counted(static_cast<Index>(first.size()), "sample"), second.size());
  PairwiseCounts counts;
  counts.samples = static_cast<Index>(first.size());
  counts.clusters.resize(static_cast<std::size_t>(clusters));
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (const Index cluster : {first[i], second[i]})
      if (cluster < -1 || cluster >= clusters)
        throw InputError("certificate: sample {} is in cluster {}; must be in 0 to {}, or -1", i,
                         cluster, clusters - 1);
    if (first[i] >= 0) ++counts.clusters[static_cast<std::size_t>(first[i])].first;
    if (second[i] >= 0) ++counts.clusters[static_cast<std::size_t>(second[i])].second;
    if (first[i] >= 0 && first[i] == second[i])
      ++counts.clusters[static_cast<std::size_t>(first[i])].both;
  }
  return counts;
}

ClusterWeights weigh_clusters(const std::vector<double>& risk, const std::vector<double>& prior,
                              double omega) {
  const Clusters clusters(risk, prior);
  ClusterWeights best = clusters.weigh(std::numeric_limits<double>::infinity());
  if (best.divergence == 0 || omega == 0) return clusters.weigh(0);
  if (omega >= best.divergence) return best;
  // KL(Q || P) grows with beta: its derivative is beta times the variance of R_n under Q.
  double low = 0, high = 1;
  while (clusters.weigh(high).divergence <= omega) low = std::exchange(high, 2 * high);
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2)
    (clusters.weigh(middle).divergence <= omega ? low : high) = middle;
  return clusters.weigh(low);
}

Certificate certify(const PairwiseCounts& counts, const CertificateOptions& options,
                    std::vector<double> prior) {
  check_options(options);
  if (counts.samples < kFewest)
    throw InputError("certificate: {}; the bound holds for {} or more",
                     counted(counts.samples, "sample"), kFewest);
  const Support support = support_of(counts, normalized(std::move(prior), counts.clusters.size()));

  const auto n = static_cast<double>(counts.samples);
  std::vector<double> risk, unrelated;
  std::array<std::vector<double>, 2> share;
  for (const auto& [first, second, both] : counts.clusters) {
    const double f = static_cast<double>(first) / n, g = static_cast<double>(second) / n;
    risk.push_back(static_cast<double>(first + second - 2 * both) / n);  // [Hardoon10, eq. 9]
    unrelated.push_back(f * (1 - g) + g * (1 - f));
    share[0].push_back(f);
    share[1].push_back(g);
  }
  const bool choose = options.omega.is("auto");
  const ClusterWeights weights =
      choose ? furthest_below_unrelated(risk, unrelated, support, counts.samples, options.delta)
             : weigh_clusters(risk, support.prior, options.omega.number);
  const std::vector<double>& q = weights.weight;

  Certificate found;
  found.samples = counts.samples;
  found.omega = choose ? weights.divergence : options.omega.number;
  found.beta = weights.beta;
  found.divergence = weights.divergence + support.divergence;
  found.in_effect = std::exp(entropy_of(q));
  const double nats = allowance(found.divergence, counts.samples, options.delta);
  const double contradicted = mean_under(q, risk);
  found.contradicted = {contradicted, highest_rate(contradicted, nats), mean_under(q, unrelated)};
  for (std::size_t view = 0; view < 2; ++view) {  // [Hardoon10, eq. 6]
    const double explained = mean_under(q, share[view]);
    found.explained[view] = {explained, lowest_rate(explained, nats)};
  }
  found.disagreement = certify_disagreement(counts, options.delta);
  for (std::size_t h = 0; h < q.size(); ++h)
    found.clusters.push_back({q[h], risk[h], unrelated[h]});
  return found;
}

}  // namespace germane
