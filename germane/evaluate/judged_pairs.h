// Pairs whose kind is known, with scores and the rows they are of, so that figures of verification
// can be given with intervals.
//
// Pairs that share a row are not independent: a row that is hard to tell spoils all its pairs. So
// rows are drawn again, not pairs, and a pair counts as often as both of its ends are drawn.
// Drawing pairs would give intervals that are too narrow, often by a factor of two or more.
#pragma once

#include "germane/evaluate/differences.h"
#include "germane/evaluate/verification.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

struct JudgedPairs {
  std::vector<Index> a, b;  // rows, from 0
  Index rows = 0;           // rows named
  std::vector<char> same;   // 1: a same pair
  std::vector<double> score;
  std::vector<double> llr;  // log-likelihood ratios, or empty
  Alike alike = Alike::kLarger;
};

struct JudgedScores {
  Index same = 0, different = 0;  // pairs
  double auc = 0;
  double equal_error = 0;
  double min_dcf = 1;
  std::optional<double> cllr;  // when there are log-likelihood ratios
};

// Visits every score: name, value, what it is in a few words.
template <class Visitor>
void describe(const JudgedScores& s, Visitor&& score) {
  score("auc", s.auc, "a same pair looks more alike than a different one this often");
  score("equal_error", s.equal_error, "where as many of both kinds are wrong");
  score("min_dcf", s.min_dcf, "least cost of any threshold; 1 = no better than none");
  if (s.cllr) score("cllr", *s.cllr, "bits a pair, of the log-likelihood ratio; 1 = says nothing");
}

// Throws InputError when a kind has no pair, naming `where`.
JudgedScores score_judged(const JudgedPairs& pairs, const DetectionCost& cost,
                          const std::string& where);

// One for each score that describe() visits; none when no draws are asked for. Cost: a sort, then
// O(pairs) a draw.
std::vector<Interval> judged_intervals(const JudgedPairs& pairs, const JudgedScores& scores,
                                       const DetectionCost& cost, const BootstrapOptions& options,
                                       const Execution& execution);

// The second less the first. `rows` and the numbers of rows are those of both: a row drawn twice
// counts twice in either.
std::vector<Difference> judged_differences(const JudgedPairs& first, const JudgedPairs& second,
                                           const DetectionCost& cost,
                                           const BootstrapOptions& options,
                                           const Execution& execution);

}  // namespace germane
