#include "germane/evaluate/certificate.h"

#include "../base/message_of.h"
#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/evaluate/binary_divergence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace germane {
namespace {

using Clusters = std::vector<Index>;
using Weights = std::vector<double>;

struct Views {
  Clusters first, second;
};

// Samples of k clusters of unequal sizes, whose second view is drawn anew with chance `noise`.
Views random_views(Index samples, Index k, double noise, Random& random) {
  const auto draw = [&] {
    const double place = random.uniform();
    return static_cast<Index>(static_cast<double>(k) * place * place);
  };
  Views views;
  for (Index i = 0; i < samples; ++i) {
    views.first.push_back(draw());
    views.second.push_back(random.uniform() < noise ? draw() : views.first.back());
  }
  return views;
}

Weights random_weights(std::size_t count, Random& random) {
  Weights weights;
  for (std::size_t i = 0; i < count; ++i) weights.push_back(0.01 + random.uniform());
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

double mean(const Weights& q, const Weights& values) {
  return std::inner_product(q.begin(), q.end(), values.begin(), 0.0);
}

double divergence(const Weights& q, const Weights& p) {
  double sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i)
    if (q[i] > 0) sum += q[i] * std::log(q[i] / p[i]);
  return sum;
}

// Ten samples, two clusters; two samples differ, and each contradicts both clusters: R_n = 0.2.
// Unrelated views: shares 0.5 and 0.7 of cluster 0, 0.5 * 0.3 + 0.7 * 0.5 = 0.5 of either cluster,
// and the partitions meet in 0.5 * 0.7 + 0.5 * 0.3 = 0.5.
TEST(Certificate, WorkedExample) {
  const PairwiseCounts counts =
      count_pairwise({0, 0, 0, 0, 0, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 1, 1}, 2);
  EXPECT_EQ(counts.clusters[0].first, 5);
  EXPECT_EQ(counts.clusters[0].second, 7);
  EXPECT_EQ(counts.clusters[0].both, 5);
  const Certificate found = certify(counts, {.delta = 0.1, .omega = 5.0});
  EXPECT_NEAR(found.contradicted.observed, 0.2, 1e-15);
  EXPECT_NEAR(found.contradicted.unrelated, 0.5, 1e-15);
  EXPECT_NEAR(found.disagreement.observed, 0.2, 1e-15);
  EXPECT_NEAR(found.disagreement.unrelated, 0.5, 1e-15);
  EXPECT_NEAR(found.explained[0].observed, 0.5, 1e-15);
  EXPECT_EQ(found.divergence, 0);  // both clusters have the same risk, so Q = P at any omega
  EXPECT_NEAR(found.in_effect, 2, 1e-12);
  EXPECT_NEAR(binary_divergence(0.2, found.contradicted.at_most),
              std::log(2 * std::sqrt(10.0) / 0.1) / 10, 1e-12);
  EXPECT_NEAR(binary_divergence(0.2, found.disagreement.at_most), std::log(10.0) / 10, 1e-12);
  EXPECT_NEAR(binary_divergence(0.5, found.explained[0].at_least),
              std::log(2 * std::sqrt(10.0) / 0.1) / 10, 1e-12);
  EXPECT_LT(found.explained[0].at_least, 0.5);
}

TEST(Certificate, EqualPartitionsAreNeverContradicted) {
  Random random(1);
  const Views views = random_views(500, 6, 0, random);
  const Certificate found = certify(count_pairwise(views.first, views.first, 6));
  EXPECT_EQ(found.contradicted.observed, 0);
  EXPECT_EQ(found.disagreement.observed, 0);
  EXPECT_NEAR(found.contradicted.at_most, -std::expm1(-std::log(40 * std::sqrt(500.0)) / 500),
              1e-12);
  EXPECT_NEAR(found.disagreement.at_most, -std::expm1(-std::log(20.0) / 500), 1e-12);
}

// Partitions that disagree on every second sample, nearly: 48 % of 2,000. Each of the 20 clusters
// is contradicted by 2 * 48 / 20 = 4.8 %, which is certified as 6.9 %; of the disagreement that
// says nothing, and its own bound must.
TEST(Certificate, SmallContradictionIsNotSmallDisagreement) {
  Clusters first, second;
  for (Index i = 0; i < 2000; ++i) {
    first.push_back(i % 20);
    second.push_back((i / 20) % 100 < 48 ? (i + 1) % 20 : i % 20);
  }
  const Certificate found = certify(count_pairwise(first, second, 20));
  EXPECT_NEAR(found.contradicted.observed, 0.048, 1e-12);
  EXPECT_NEAR(found.contradicted.at_most, 0.069, 0.0005);
  EXPECT_NEAR(found.contradicted.unrelated, 2 * 0.05 * 0.95, 1e-12);
  EXPECT_NEAR(found.disagreement.observed, 0.48, 1e-12);
  EXPECT_NEAR(found.disagreement.at_most, 0.507, 0.0005);
  EXPECT_NEAR(found.disagreement.unrelated, 0.95, 1e-12);
}

// For a Q that is P, a disagreement contradicts two clusters of k.
TEST(Certificate, ContradictionUnderThePriorIsTwoOverKOfTheDisagreement) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index k = 3 + random.below(6);
    const Views views = random_views(300, k, random.uniform(), random);
    const Certificate found = certify(count_pairwise(views.first, views.second, k), {.omega = 0.0});
    EXPECT_NEAR(found.contradicted.observed,
                2 * found.disagreement.observed / static_cast<double>(k), 1e-12);
  }
}

TEST(ClusterWeights, DivergenceIsOmegaWhereThereIsRoom) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const auto k = static_cast<std::size_t>(2 + random.below(20));
    Weights risk;
    for (std::size_t h = 0; h < k; ++h) risk.push_back(random.uniform());
    const Weights prior = random_weights(k, random);
    const auto least =
        static_cast<std::size_t>(std::min_element(risk.begin(), risk.end()) - risk.begin());
    const double room = -std::log(prior[least]);
    for (const double share : {0.001, 0.1, 0.5, 0.99}) {
      const ClusterWeights found = weigh_clusters(risk, prior, share * room);
      EXPECT_NEAR(found.divergence, share * room, 1e-9);
      EXPECT_NEAR(divergence(found.weight, prior), found.divergence, 1e-12);
      EXPECT_LE(found.divergence, share * room);
      EXPECT_TRUE(std::isfinite(found.beta));
    }
    const ClusterWeights all = weigh_clusters(risk, prior, room * 1.0001);
    EXPECT_EQ(all.weight[least], 1);
    EXPECT_EQ(all.beta, std::numeric_limits<double>::infinity());
    const ClusterWeights none = weigh_clusters(risk, prior, 0);
    for (std::size_t h = 0; h < k; ++h) EXPECT_NEAR(none.weight[h], prior[h], 1e-15);
  }
}

// Ties for the least risk share the weight as they do under the prior.
TEST(ClusterWeights, TiesKeepTheirPrior) {
  const ClusterWeights found = weigh_clusters({0.1, 0.1, 0.4}, {0.2, 0.3, 0.5}, 9);
  EXPECT_NEAR(found.weight[0], 0.4, 1e-15);
  EXPECT_NEAR(found.weight[1], 0.6, 1e-15);
  EXPECT_EQ(found.weight[2], 0);
  EXPECT_NEAR(found.divergence, std::log(2.0), 1e-15);
}

// No other weights within omega of the prior have a lower risk: random ones, and Q pushed around
// and drawn back towards the prior until they are.
TEST(ClusterWeights, NoOthersWithinOmegaHaveLowerRisk) {
  Index compared = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const auto k = static_cast<std::size_t>(2 + random.below(8));
    Weights risk;
    for (std::size_t h = 0; h < k; ++h) risk.push_back(random.uniform());
    const Weights prior = random_weights(k, random);
    const double omega = 1.5 * random.uniform();
    const ClusterWeights found = weigh_clusters(risk, prior, omega);
    const double least = mean(found.weight, risk);
    for (int i = 0; i < 500; ++i) {
      const double step = std::pow(10.0, -4 * random.uniform());
      Weights other = random_weights(k, random);
      for (std::size_t h = 0; h < k; ++h) other[h] = (1 - step) * found.weight[h] + step * other[h];
      for (double back = 1; divergence(other, prior) > omega && back > 1e-6; back *= 0.9)
        for (std::size_t h = 0; h < k; ++h) other[h] = 0.99 * other[h] + 0.01 * prior[h];
      if (divergence(other, prior) > omega) continue;
      ++compared;
      EXPECT_GE(mean(other, risk), least - 1e-9);
    }
  }
  EXPECT_GT(compared, 10000);
}

// New samples are drawn like those seen, so the true rates are known: by the draw's own definition.
// Every bound must hold in at least 1 - delta of 300 draws; that of [Hardoon10, th. 1] is looser.
TEST(Certificate, BoundsHoldForNewSamples) {
  constexpr Index kClusters = 5, kSamples = 60;
  constexpr double kNoise = 0.3, kDelta = 0.2;
  Weights share;  // chance of cluster c: k place^2 in [c, c + 1)
  for (Index c = 0; c < kClusters; ++c)
    share.push_back(std::sqrt((static_cast<double>(c) + 1) / kClusters) -
                    std::sqrt(static_cast<double>(c) / kClusters));
  Weights risk;
  double disagreement = kNoise;
  for (const double p : share) {
    risk.push_back(kNoise * 2 * p * (1 - p));
    disagreement -= kNoise * p * p;
  }
  for (const WordOr<double>& omega : {WordOr<double>(0.7), WordOr<double>("auto")}) {
    int contradicted = 0, disagree = 0, explained = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      Random random(seed);
      const Views views = random_views(kSamples, kClusters, kNoise, random);
      const Certificate found = certify(count_pairwise(views.first, views.second, kClusters),
                                        {.delta = kDelta, .omega = omega});
      Weights q;
      for (const Certificate::Cluster& cluster : found.clusters) q.push_back(cluster.weight);
      contradicted += mean(q, risk) <= found.contradicted.at_most ? 1 : 0;
      disagree += disagreement <= found.disagreement.at_most ? 1 : 0;
      explained += mean(q, share) >= found.explained[0].at_least ? 1 : 0;
      EXPECT_GE(found.contradicted.at_most, found.contradicted.observed);
      EXPECT_GE(found.disagreement.at_most, found.disagreement.observed);
    }
    EXPECT_GE(contradicted, 300 * (1 - kDelta));
    EXPECT_GE(explained, 300 * (1 - kDelta));
    EXPECT_GE(disagree, 300 * (1 - kDelta));
    EXPECT_LT(disagree, 300);  // it is tight enough to fail now and then
  }
}

TEST(Certificate, UnrelatedFigureIsMetByUnrelatedViews) {
  Random random(7);
  const Views views = random_views(200000, 5, 1, random);
  const Certificate found = certify(count_pairwise(views.first, views.second, 5));
  EXPECT_NEAR(found.contradicted.observed, found.contradicted.unrelated, 0.003);
  EXPECT_NEAR(found.disagreement.observed, found.disagreement.unrelated, 0.003);
  EXPECT_GT(found.contradicted.at_most, found.contradicted.unrelated - 0.003);
}

TEST(Certificate, OmegaAutoIsFurthestBelowUnrelatedViews) {
  const auto margin = [](const Certificate& found) {
    return found.contradicted.unrelated - found.contradicted.at_most;
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Views views = random_views(400, 8, random.uniform(), random);
    const PairwiseCounts counts = count_pairwise(views.first, views.second, 8);
    const double largest = margin(certify(counts));
    for (const double omega : {0.0, 0.1, 0.3, 0.7, 1.0, 1.5, 2.0, 9.0})
      EXPECT_GE(largest, margin(certify(counts, {.omega = omega})) - 0.003) << seed << " " << omega;
  }
}

// Cluster 0 is the same in both views; samples outside it fall into the other four by chance.
TEST(Certificate, FindsTheOneClusterThatBothViewsHave) {
  Random random(9);
  Clusters first, second;
  for (Index i = 0; i < 600; ++i) {
    const bool planted = random.uniform() < 0.3;
    first.push_back(planted ? 0 : 1 + random.below(4));
    second.push_back(planted ? 0 : 1 + random.below(4));
  }
  const Certificate found = certify(count_pairwise(first, second, 5));
  EXPECT_GT(found.clusters[0].weight, 0.95);
  EXPECT_LT(found.contradicted.at_most, 0.05);
  EXPECT_GT(found.contradicted.unrelated, 0.38);
  EXPECT_GT(found.disagreement.observed, 0.4);
}

TEST(Certificate, NumbersAndOrderOfSamplesChangeNothing) {
  Random random(3);
  Views views = random_views(200, 4, 0.3, random);
  const Certificate found = certify(count_pairwise(views.first, views.second, 4), {.omega = 0.8});
  Views turned;
  for (std::size_t i = 200; i-- > 0;) {
    turned.first.push_back(3 - views.first[i]);
    turned.second.push_back(3 - views.second[i]);
  }
  const Certificate other = certify(count_pairwise(turned.second, turned.first, 4), {.omega = 0.8});
  EXPECT_NEAR(other.contradicted.at_most, found.contradicted.at_most, 1e-12);
  EXPECT_EQ(other.disagreement.at_most, found.disagreement.at_most);
  EXPECT_NEAR(other.explained[1].at_least, found.explained[0].at_least, 1e-12);
  EXPECT_NEAR(other.clusters[3].weight, found.clusters[0].weight, 1e-12);
}

// They could not be contradicted; that they had a share of the prior is paid for: log(4 / 2).
TEST(Certificate, ClustersWithoutSamplesHaveNoWeight) {
  Random random(4);
  const Views views = random_views(100, 2, 0.3, random);
  const Certificate two = certify(count_pairwise(views.first, views.second, 2), {.omega = 0.0});
  const Certificate four = certify(count_pairwise(views.first, views.second, 4), {.omega = 0.0});
  EXPECT_EQ(four.clusters[2].weight, 0);
  EXPECT_EQ(four.contradicted.observed, two.contradicted.observed);
  EXPECT_NEAR(four.divergence, std::log(2.0), 1e-12);
  EXPECT_GT(four.contradicted.at_most, two.contradicted.at_most);
}

TEST(Certificate, SamplesWithoutAMateDisagree) {
  const Clusters first = {0, 0, 0, 0, 0, 0, 0, -1, -1, 0},
                 second = {0, 0, 0, 0, 0, 0, 0, -1, 0, -1};
  const Certificate found = certify(count_pairwise(first, second, 1));
  EXPECT_NEAR(found.disagreement.observed, 0.3, 1e-15);
  EXPECT_NEAR(found.contradicted.observed, 0.2, 1e-15);  // (-1, -1) contradicts no cluster
}

TEST(Certificate, PriorWeightsCountByTheirShare) {
  Random random(5);
  const Views views = random_views(100, 3, 0.5, random);
  const PairwiseCounts counts = count_pairwise(views.first, views.second, 3);
  const Certificate found = certify(counts, {.omega = 0.0}, {2, 2, 0});
  EXPECT_NEAR(found.clusters[0].weight, 0.5, 1e-15);
  EXPECT_EQ(found.clusters[2].weight, 0);
  EXPECT_NEAR(found.divergence, 0, 1e-12);
}

TEST(Certificate, Refusals) {
  const PairwiseCounts seven = count_pairwise(Clusters(7, 0), Clusters(7, 0), 1);
  const PairwiseCounts eight = count_pairwise(Clusters(8, 0), Clusters(8, 0), 1);
  EXPECT_NO_THROW(certify(eight));
  EXPECT_EQ(message_of([&] { certify(seven); }),
            "certificate: 7 samples; the bound holds for 8 or more");
  EXPECT_EQ(message_of([&] { certify(eight, {.delta = 0}); }), "delta = 0: must be in (0, 1)");
  EXPECT_EQ(message_of([&] { certify(eight, {.delta = 1}); }), "delta = 1: must be in (0, 1)");
  EXPECT_EQ(message_of([&] { certify(eight, {.omega = -0.5}); }),
            "omega = -0.5: must be at least 0 or auto");
  EXPECT_EQ(message_of([&] {
              certify(eight, {}, {1, 1});
            }),
            "certificate: a prior of 2 weights for 1 cluster; give each cluster its weight");
  EXPECT_EQ(message_of([&] { certify(eight, {}, {-1}); }),
            "certificate: the prior weight of cluster 0 is -1; must be at least 0");
  EXPECT_EQ(message_of([&] { certify(eight, {}, {0}); }),
            "certificate: the prior weights sum to 0; must be above 0 and finite");
  EXPECT_EQ(message_of([] {
              count_pairwise({0, 1}, {0}, 2);
            }),
            "certificate: 2 samples in view 1, 1 in view 2; must be the same samples");
  EXPECT_EQ(message_of([] { count_pairwise({0}, {2}, 2); }),
            "certificate: sample 0 is in cluster 2; must be in 0 to 1, or -1");
  EXPECT_EQ(message_of([] { certify(count_pairwise(Clusters(9, -1), Clusters(9, -1), 2)); }),
            "certificate: none of the 9 samples is in a cluster that has a mate; check that mates "
            "bear the same number");
}

}  // namespace
}  // namespace germane
