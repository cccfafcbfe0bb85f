// A bound, for samples not seen yet, on how often two views contradict each other's clusters
// [Hardoon10, th. 1 and sec. 2.2].
//
//   h = (f, g)   a pairwise cluster: one of view 1, and its mate of view 2
//   R(h)         chance that a sample is in exactly one of the two; R_n(h) its share of n samples
//   P, Q         weights of the clusters, before and after looking at the samples
//
//   minimise over Q   E_Q R_n   subject to   KL(Q || P) <= omega
//
// The solution is Q(h) ~ P(h) exp(-beta R_n(h)), beta by bisection. With probability 1 - delta, for
// all Q at once,
//
//   kl(E_Q R_n || E_Q R) <= (KL(Q || P) + log(2 sqrt(n) / delta)) / n,   n >= 8,
//
// and the bound on E_Q R is the largest rate for which that is so (binary_divergence.h).
//
// Choice of omega: since the inequality holds for all Q at once, omega may be chosen after looking
// at the samples, and no share of delta is to be paid for it. `auto` takes the omega whose bound is
// furthest below the figure of unrelated views; that of the least bound would be worth little, as
// it is had from clusters so small that hardly anything could contradict them.
//
// What it needs: clusters, their mates and P fixed without the n samples, and samples drawn
// independently. What it does not say: how often the two partitions disagree. A disagreement
// contradicts 2 of k clusters only, so that E_P R = 2 / k of that rate; it has a bound of its own
// (Chernoff's). Cost: O(n + k log n) time.
//
// Departs from the paper: clusters without a sample in either view get no weight, as nothing could
// contradict them; omega then bounds KL(Q || P on the others), the bound pays for KL(Q || P).
// [Hardoon10, eq. 7] minimises the explanatory power of one view, which is to be large; it is given
// here for the Q above, from below.
#pragma once

#include "germane/base/options.h"
#include "germane/linalg/matrix.h"

#include <array>
#include <vector>

namespace germane {

struct CertificateOptions {
  double delta = 0.05;
  WordOr<double> omega = "auto";
};

template <class Visitor>
void describe(CertificateOptions& o, Visitor&& option) {
  option("delta", o.delta,
         Range{.low = 0, .high = 1, .low_open = true, .high_open = true, .words = {}},
         "chance that a bound does not hold; its confidence is the rest");
  option("omega", o.omega, at_least(0).or_words({"auto"}),
         "how far weights may move towards clusters rarely contradicted, KL(Q||P); 0: all alike, "
         "0.7: half of them; auto: bound furthest below that of unrelated views");
}

// How samples fall into pairwise clusters.
struct PairwiseCounts {
  struct Cluster {
    Index first = 0, second = 0, both = 0;  // samples in its cluster of view 1, of view 2, in both
  };
  Index samples = 0;
  std::vector<Cluster> clusters;
};

// `first` and `second`: the cluster of each sample in either view, mates having the same number;
// -1: one that has no mate. Throws InputError: lengths that differ, numbers out of range.
PairwiseCounts count_pairwise(const std::vector<Index>& first, const std::vector<Index>& second,
                              Index clusters);

// The Q of the least E_Q R_n within omega of the prior, which sums to 1.
struct ClusterWeights {
  std::vector<double> weight;  // Q
  double beta = 0;             // infinite: all of Q is on the least risk there is
  double divergence = 0;       // KL(Q || prior), at most omega
};
ClusterWeights weigh_clusters(const std::vector<double>& risk, const std::vector<double>& prior,
                              double omega);

// A share of the samples; what it is at most for new ones; and what it would be if the views were
// unrelated: by the product of the clusters' shares in either.
struct CertifiedRate {
  double observed = 0;
  double at_most = 0;
  double unrelated = 0;
};

// The chance that a sample is in a cluster drawn from Q, in one view: its explanatory power.
struct Explained {
  double observed = 0;
  double at_least = 0;
};

struct Certificate {
  struct Cluster {
    double weight = 0;        // Q
    double contradicted = 0;  // R_n
    double unrelated = 0;
  };
  Index samples = 0;
  double omega = 0;                    // in use
  double beta = 0;                     // infinite: all of Q is on the least risk there is
  double divergence = 0;               // KL(Q || P)
  double in_effect = 0;                // clusters that Q rests on: exp of its entropy
  CertifiedRate contradicted;          // E_Q R
  CertifiedRate disagreement;          // samples that are not in mates
  std::array<Explained, 2> explained;  // by view
  std::vector<Cluster> clusters;
};

// `prior`: a weight for each cluster, of any sum; none: all alike. Each bound holds with
// probability 1 - delta by itself. Throws InputError: fewer than 8 samples, no cluster with a
// sample, a prior of another length, below 0, or all 0.
Certificate certify(const PairwiseCounts& counts, const CertificateOptions& options = {},
                    std::vector<double> prior = {});

}  // namespace germane
