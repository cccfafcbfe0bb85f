// What two results of the same rows differ by, and how sure that is: the paired bootstrap.
//
// Two results are right and wrong on much the same rows, so that one may surely be better although
// their intervals meet. Here each draw counts every row equally often for both, and what is looked
// at is the difference of the two scores, which the rows that are hard for both leave alone. Where
// the results have no rows in common this is the interval of independent samples.
#pragma once

#include "germane/evaluate/bootstrap.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace germane {

using NamedScores = std::vector<std::pair<std::string, double>>;

// Every score that describe() visits.
template <class Scores>
NamedScores named_scores(const Scores& scores) {
  NamedScores named;
  describe(scores,
           [&](const char* name, double value, const char*) { named.emplace_back(name, value); });
  return named;
}

struct Difference {
  std::string score;
  double value = 0;  // the second less the first
  Interval interval;

  bool sure() const { return interval.low > 0 || interval.high < 0; }
};

// One for each score that both have, in the order of the first; none when no draws are asked for.
// `draw` scores both results by one draw of rows; it is called by many threads.
std::vector<Difference> bootstrap_differences(
    const NamedScores& first, const NamedScores& second, const BootstrapOptions& options,
    const Execution& execution,
    const std::function<std::pair<NamedScores, NamedScores>(Random&)>& draw);

}  // namespace germane
