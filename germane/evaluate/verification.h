// How well a distance or score tells same pairs from different pairs, and how well a clustering
// keeps held-out must-links.
#pragma once

#include "germane/data/links.h"
#include "germane/linalg/matrix.h"

#include <span>
#include <vector>

namespace germane {

// What makes a pair more alike.
enum class Alike { kSmaller, kLarger };  // distances; scores

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

// Cost: O(n log n). Throws InputError when a side is empty or a number is NaN; infinities are in
// order.
VerificationScores score_verification(std::span<const double> same,
                                      std::span<const double> different, Alike alike);

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
