// How well a clustering agrees with labels: every score of two partitions, from their contingency
// table. Writing n_cl for the rows of cluster c with label l, n_c and n_l for its sums:
//
//   pairs: two different rows are "together" when in one cluster, "same" when they share a label
//     pair_accuracy             1/2 share of same pairs that are together
//                             + 1/2 share of different pairs that are apart        [DeBie03, 4.1]
//     pair_accuracy_clustering  1/2 share of together pairs that are same
//                             + 1/2 share of apart pairs that are different
//                               [BarHillel03, 6; BarHillelTR03, 8.3: pairs drawn by the clustering]
//     rand                      share of all pairs that are together and same, or apart and
//     different
//                               (what those two papers use for two clusters)
//     pair_precision, _recall   share of together pairs that are same; of same pairs together
//     pair_f1                   their harmonic mean
//     ari                       adjusted Rand index: 1 = equal, 0 = expected by chance
//   information, H in nats, I = mutual information
//     nmi                       I / mean(H(cluster), H(label)), also known as the V-measure
//     ami                       (I - E I) / (mean(H(cluster), H(label)) - E I), E over random
//                               partitions of the same sizes
//     homogeneity               1 - H(label | cluster) / H(label)
//     completeness              1 - H(cluster | label) / H(cluster)
//     conditional_perplexity    2^H(label | cluster), H in bits: labels in a cluster
//     [Chaudhuri09, 5.1] cluster_perplexity        2^H(cluster), H in bits: clusters in effect
//     [Chaudhuri09, 5.2]
//   counts
//     purity                    sum over c of max over l of n_cl / n
//     accuracy                  the same, but each cluster stands for another label, chosen best
//                               (Hungarian matching); clusters left over count as wrong
//
// Nothing is ever NaN. A share of no pairs is left out of pair_accuracy and
// pair_accuracy_clustering (the other share then counts whole; 1 when there are no pairs at all)
// and is 1 elsewhere: who puts nothing together claims nothing wrong. Equal partitions have ari =
// nmi = ami = 1, also when both are one cluster or all singletons; where chance leaves no room (0 /
// 0) ari and ami are 0 otherwise. Homogeneity is 1 when there is one label, completeness when there
// is one cluster.
#pragma once

#include "germane/evaluate/contingency.h"

#include <optional>
#include <vector>

namespace germane {

struct PartitionScores {
  Index rows = 0;
  Index dropped = 0;
  Index clusters = 0;
  Index labels = 0;
  double pair_accuracy = 0;
  double pair_accuracy_clustering = 0;
  double rand = 0;
  double pair_precision = 0;
  double pair_recall = 0;
  double pair_f1 = 0;
  double ari = 0;
  double nmi = 0;
  double ami = 0;
  double homogeneity = 0;
  double completeness = 0;
  double purity = 0;
  std::optional<double> accuracy;  // nothing when matching would take over 10^9 steps
  double conditional_perplexity = 1;
  double cluster_perplexity = 1;
};

// Visits every score: name, value, what it is in a few words.
template <class Visitor>
void describe(const PartitionScores& s, Visitor&& score) {
  score("pair_accuracy", s.pair_accuracy,
        "same pairs together and different pairs apart, half each");
  score("pair_accuracy_clustering", s.pair_accuracy_clustering,
        "together pairs same and apart pairs different, half each");
  score("rand", s.rand, "share of all pairs judged rightly");
  score("pair_precision", s.pair_precision, "share of pairs put together that are the same");
  score("pair_recall", s.pair_recall, "share of same pairs put together");
  score("pair_f1", s.pair_f1, "harmonic mean of the two");
  score("ari", s.ari, "adjusted Rand index; 0 = by chance");
  score("nmi", s.nmi, "normalised mutual information (V-measure)");
  score("ami", s.ami, "adjusted mutual information; 0 = by chance");
  score("homogeneity", s.homogeneity, "clusters hold one label each");
  score("completeness", s.completeness, "labels fall into one cluster each");
  score("purity", s.purity, "rows with the label of most of their cluster");
  if (s.accuracy) score("accuracy", *s.accuracy, "rows right when clusters are matched to labels");
  score("conditional_perplexity", s.conditional_perplexity,
        "labels in a cluster, 2^H(label|cluster)");
  score("cluster_perplexity", s.cluster_perplexity, "clusters in effect, 2^H(cluster)");
}

// What takes longest, and may be left to the caller.
struct PartitionWork {
  std::optional<double> expected_information;  // by chance; nothing: to be found
  bool match = true;                           // false: no accuracy
};

// Cost: O(cells), plus the matching. Throws InputError when no row was counted.
PartitionScores score_partition(const Contingency& table, const PartitionWork& work = {});

// The label matched to each cluster, as numbered in the table, so that the most rows agree; -1 =
// none. Nothing when that would take over 10^9 steps.
std::optional<std::vector<Index>> match_labels(const Contingency& table);

}  // namespace germane
