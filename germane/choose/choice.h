// Chooses the value of an option: each is tried on every fold, learned from the other folds'
// statistics and judged by the fold's held-out pairs. Nothing is gathered anew.
#pragma once

#include "germane/choose/check.h"

#include <functional>
#include <string>
#include <vector>

namespace germane {

struct Candidate {
  double value = 0;
  double score = 0;     // over the folds; larger is better
  std::string failure;  // why it could not be learned; "" = it was
};

struct Choice {
  std::string by;  // what the score is
  std::vector<Candidate> candidates;
  std::size_t best = 0;  // of equal scores the last, the larger ridge: the safer map

  const Candidate& chosen() const { return candidates[best]; }
};

// Makes a map with the option at a value from the statistics of all folds but one.
using LearnWith = std::function<LinearMap(double value, const Statistics&)>;

// What is tried, and on what.
struct Trial {
  const RowSource& rows;
  const std::vector<Statistics>& all_but_each_fold;
  const HeldOutPairs& pairs;
  std::vector<double> values;
  LearnWith learn;
};

// By the sum over folds of z [DeBie03, 4.2]: how many more held-out pairs k-means puts together
// than chance would. Clusters at most 20,000 rows, those of the held-out pairs among them. Throws
// NumericalError when no value can be learned.
Choice choose_by_clusters(const Trial& trial, Index k, std::uint64_t seed,
                          const Execution& execution);

// By the mean AUC over folds: held-out pairs against different ones, by distance.
Choice choose_by_distance(const Trial& trial, const Execution& execution);

}  // namespace germane
