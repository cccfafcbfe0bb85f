// Reading scores as log-likelihood ratios (LLR): how good they are as such, and the line that makes
// them so.
#pragma once

#include "germane/evaluate/ranked_pairs.h"
#include "germane/evaluate/verification.h"

#include <span>

namespace germane {

// llr = offset + slope * score
struct ScoreLine {
  double offset = 0;
  double slope = 0;  // 0: the scores say nothing

  double operator()(double score) const { return slope == 0 ? offset : offset + slope * score; }
  // The score at which the LLR reaches `llr`. Without a slope all pairs are decided alike: the
  // score is infinite then, on the side that accepts all or none.
  double score_at(double llr, Alike alike) const;
};

// The cost of the log-likelihood ratio, in bits a pair, both kinds of pairs counting half:
//   Cllr = 1/2 mean over same of log2(1 + e^-llr) + 1/2 mean over different of log2(1 + e^llr)
// 0 when every pair is surely right, 1 when nothing is said (all 0), infinite when a pair is
// infinitely wrong. Throws InputError when a side is empty or a number is NaN.
// The scores are read by `line` first.
double cllr(std::span<const double> same, std::span<const double> different,
            const ScoreLine& line = {.offset = 0, .slope = 1});

// The line by logistic regression in which same pairs have the weight `prior` in all and different
// pairs the rest:
//
//   minimise   prior mean over same of log(1 + e^-(llr + logit prior))
//            + (1 - prior) mean over different of log(1 + e^(llr + logit prior))
//
// subject to a slope that makes what is more alike larger, or 0. The line is the same for any
// multiple or shift of the scores. Cost: O(n) a pass over the scores, a few dozen at most.
//
// Where a threshold separates the kinds there is no finite answer: the slope would grow for ever.
// Two pairs are added then, a same pair among the different ones and the other way round, each of
// half the weight of a pair at most: n pairs without an error are no proof that the next has none.
// They stand where the kinds come near each other, at a depth that ranks tell, so that neither the
// units of the scores nor those far away have a say; and the threshold for `prior` is kept between
// the kinds.
//
// An infinite score on the right side is no evidence against any line, one on the wrong side
// against all but slope 0. Throws InputError as cllr does.
struct FittedLine : ScoreLine {
  bool separates = false;  // a threshold tells the kinds apart without an error
  bool converged = true;
  int passes = 0;  // over all scores
};
FittedLine fit_score_line(std::span<const double> same, std::span<const double> different,
                          Alike alike, double prior);

}  // namespace germane
