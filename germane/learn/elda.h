// Expected linear discriminant analysis: the directions LDA would find on average over all
// labellings in which chunklets hold together [DeBie03].
//
//   maximise over w   w' (S_b - b0 S_t) w / w' (S_t + rho D) w,   b0 = chunklets / points in them
//
// For pairs this is [DeBie03, eq. 2], and lambda = 1 - 2 mu for mu the eigenvalues of (S_w, S_t);
// for other sizes [DeBie03, sec. 3.2], shifted so that a direction of pure noise has lambda 0
// whatever the sizes. Directions are scaled to w' S_t w = points and multiplied by lambda
// [DeBie03, sec. 2.3], so that a direction counts by how well the chunklets hold together in it.
// Needs: chunklet statistics with the between scatter (one pass). Cost: O(d^3). Departs from the
// paper: the ridge is towards the diagonal of S_t, which does not depend on the units of columns;
// `towards = identity` is the paper's.
#pragma once

#include "germane/base/options.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"
#include "germane/stats/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

struct EldaOptions {
  WordOr<double> ridge = "auto";             // rho
  std::string towards = "diagonal";          // D: the diagonal of S_t, or its mean times I
  std::string total = "constrained";         // the rows S_t is over
  WordOr<std::int64_t> dimensions = "auto";  // of the new rows
  std::string rule = "auto";                 // which tells directions from noise
};

template <class Visitor>
void describe(EldaOptions& o, Visitor&& option) {
  option("ridge", o.ridge, at_least(0).or_words({"auto"}),
         "weight rho of D beside S_t; auto: chosen on held-out chunklets");
  option("towards", o.towards, one_of({"diagonal", "identity"}),
         "what D is: the diagonal of S_t, or its mean times the identity");
  option("total", o.total, one_of({"constrained", "all"}),
         "the rows that S_t is over: those in chunklets, or all");
  option("dimensions", o.dimensions, at_least(1).or_words({"auto", "all", "held-out"}),
         "of the new rows; auto: those above noise; all: those with lambda above 0; held-out: the "
         "best on chunklets held out");
  option("rule", o.rule, one_of({"auto", "negative", "reassigned", "closed"}),
         "noise is below: minus the least lambda; what reassigned chunklets show; a closed form");
}

// The ridges that are tried when one is to be chosen [DeBie03, sec. 4.2], and the one that is taken
// where nothing can be tried.
inline const std::vector<double> kEldaRidges = {0, 1e-4, 1e-3, 1e-2, 1e-1, 1};
inline constexpr double kEldaRidge = 0.1;

// True when the rule for pairs serves: chunklets of fewer than three rows on average.
bool are_nearly_pairs(Index points, Index chunklets);

// True when a ridge of 0 would say nothing: in general position no more points in chunklets than
// columns and one have no spread inside chunklets in some directions and none between them in the
// others, so that every lambda is 1 or -1 whatever the data.
bool needs_a_ridge(const Statistics& statistics, const EldaOptions& options);

// `noise_edge`: the largest lambda that noise is likely to show (learn/noise_edge.h), for larger
// chunklets; without it the closed form serves.
Learned<LinearMap> learn_elda(const Statistics& statistics, const EldaOptions& options = {},
                              std::optional<double> noise_edge = {});

// The problem itself: A w = lambda N w, A and N scaled as covariances.
struct EldaProblem {
  Matrix between;      // S_b / points
  Matrix total;        // S_t / points, of the chunklets' rows
  Matrix normalizer;   // N: S_t + rho D
  Matrix measured;     // S_t without the ridge, which scales the directions
  double noise_share;  // b0
  double rank_tolerance;

  Matrix excess(const Matrix& between_covariance) const {  // A
    return (between_covariance - noise_share * total) / (1 - noise_share);
  }
};
EldaProblem elda_problem(const Statistics& statistics, const EldaOptions& options);

}  // namespace germane
