// Chooses among candidates, values of an option or whole methods: each is tried on every fold,
// learned from the other folds' statistics and judged by the fold's held-out pairs. Nothing is
// gathered anew.
#pragma once

#include "germane/base/value.h"
#include "germane/choose/check.h"

#include <functional>
#include <string>
#include <vector>

namespace germane {

struct Candidate {
  Value value;          // what it is, as a user would name it
  double score = 0;     // over the folds; larger is better
  std::string failure;  // why it could not be learned; "" = it was
};

struct Choice {
  std::string by;  // what the score is
  std::vector<Candidate> candidates;
  std::size_t best = 0;

  const Candidate& chosen() const { return candidates[best]; }
};

// Makes a map by a candidate from all folds but one.
using LearnWithout = std::function<RowMap(std::size_t candidate, std::size_t fold)>;

// What is tried, and on what.
struct Trial {
  const RowSource& rows;
  const HeldOutPairs& pairs;
  std::vector<Value> values;  // of the candidates
  LearnWithout learn;
  // Of equal scores the first is taken: fewer dimensions. Else the last: the larger ridge.
  bool first_of_equals = false;
};

// By the sum over folds of z [DeBie03, 4.2]: how many more held-out pairs k-means puts together
// than chance would. Clusters at most 20,000 rows, those of the held-out pairs among them. Throws
// NumericalError when none can be learned.
Choice choose_by_clusters(const Trial& trial, Index k, std::uint64_t seed,
                          const Execution& execution);

// By the mean AUC over folds: held-out pairs against different ones, by distance.
Choice choose_by_distance(const Trial& trial, const Execution& execution);

}  // namespace germane
