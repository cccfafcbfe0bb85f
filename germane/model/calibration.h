// How a model's scores of pairs are read: as a log-likelihood ratio, and as a decision.
#pragma once

#include "germane/io/archive.h"

#include <string>

namespace germane {

// The log-likelihood ratio of a pair (same against different) is offset + slope * score. The slope
// is never 0; its sign says whether larger scores or smaller ones are more alike.
struct Calibration {
  std::string score;  // "distance", "cosine" or "llr": what is calibrated
  double offset = 0;
  double slope = 1;
  double prior = 0.5;  // what the threshold is for: how often a pair is a same pair,
  double cost_miss = 1;
  double cost_accept = 1;  // and what either error costs
  double threshold = 0;    // of the score itself; pairs as alike as this are accepted
  Index same = 0;          // pairs it was fitted to
  Index different = 0;

  double log_likelihood_ratio(double score_of_pair) const;  // also of infinite scores; never NaN
  bool accepts(double score_of_pair) const;
  bool operator==(const Calibration&) const = default;
};

void save(const Calibration& calibration, const std::string& prefix, Archive& archive);
bool has_calibration(const Archive& archive, const std::string& prefix);
// Throws InputError for what no calibration can be: a slope of 0, a prior outside (0, 1), an
// unknown score.
Calibration load_calibration(const Archive& archive, const std::string& prefix);

}  // namespace germane
