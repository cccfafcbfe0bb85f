// How well a distance or score tells same pairs from different pairs, and how well a clustering
// keeps held-out must-links.
#pragma once

#include "germane/data/links.h"
#include "germane/evaluate/ranked_pairs.h"
#include "germane/linalg/matrix.h"

#include <span>
#include <vector>

namespace germane {

struct VerificationScores {
  Index same = 0;       // pairs
  Index different = 0;  // pairs
  // The probability that a same pair looks more alike than a different pair; ties count half.
  double auc = 0;
  // The share of errors at the threshold where as many same pairs are refused as different pairs
  // are accepted. Between two thresholds the ROC curve is taken as straight, as it is for the AUC;
  // with ties or few pairs no threshold meets it exactly.
  double equal_error = 0;
};

// Where the line from one point of the ROC curve to the next meets accepted = refused.
double equal_error_between(const ErrorRates& from, const ErrorRates& to);

VerificationScores score_verification(const RankedPairs& pairs);  // O(n)
// Sorts copies first. Throws as RankedPairs does.
VerificationScores score_verification(std::span<const double> same,
                                      std::span<const double> different, Alike alike);

// What errors cost where the scores will be used.
struct DetectionCost {
  double prior = 0.5;      // how often a pair will be a same pair, in (0, 1)
  double cost_miss = 1;    // of refusing a same pair, above 0
  double cost_accept = 1;  // of accepting a different pair, above 0

  // log(prior cost_miss / ((1 - prior) cost_accept)), within what exp() can take.
  double log_odds() const;
  // The prior that gives the same decisions when both errors cost 1.
  double effective_prior() const;
  // Accepting is cheaper than refusing from this log-likelihood ratio on.
  double threshold() const { return -log_odds(); }
  // The expected cost over that of the better of accepting all and refusing all:
  //   (prior cost_miss refused + (1 - prior) cost_accept accepted) / the smaller of the weights
  // Below 1 the scores are worth having.
  double of(const ErrorRates& rates) const;
};

struct LeastCost {
  double cost = 1;  // at most 1
  // The least alike of the best thresholds; infinitely alike when refusing all is best.
  double threshold = 0;
  ErrorRates rates;
};
// The cost at the threshold that is best for these very pairs (minDCF). O(n).
LeastCost least_cost(const RankedPairs& pairs, const DetectionCost& cost);

// Held-out must-links put together by a clustering, against chance [DeBie03, 4.2]:
//   z = (o - q P) / sqrt(q P (1 - P)),   P = sum over clusters of (size / n)^2;  0 when P = 1 or q
//   = 0
struct CoClustering {
  Index pairs = 0;      // q: links whose two ends are different rows with known clusters
  Index dropped = 0;    // the other links
  Index together = 0;   // o
  double share = 0;     // o / q; 0 when q = 0
  double expected = 0;  // P, over the rows with known clusters
  double z = 0;
};

// Clusters below 0 are unknown. Weights play no part. Throws InputError when a link names no row.
CoClustering co_clustering(const std::vector<Index>& cluster, const std::vector<Link>& links);

}  // namespace germane
