// Mahalanobis metric for clustering: the comparator of both RCA papers (Xing, Ng, Jordan and
// Russell 2002).
//
//   minimise over A psd   sum over same pairs of |x - y|_A^2
//   subject to            sum over different pairs of |x - y|_A >= 1
//
// Solved as: maximise f = sum over different pairs of |x - y|_A with the sum over same pairs fixed.
// In coordinates that whiten the same pairs' scatter, A = LL' with |L| = 1, and f is convex in L:
// its tangent at L is largest at the normalised gradient, so L <- grad f / |grad f| never lowers f
// and has no step size. f is concave in A, so the dual bound says how far from the optimum it
// stopped. Needs: the rows of the pairs. Cost: O(pairs d^2) for each iteration; memory O(rows d +
// pairs).
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/links.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"

#include <string>
#include <vector>

namespace germane {

struct MmcOptions {
  std::string shape = "full";
  std::int64_t iterations = 10000;
  double tolerance = 1e-6;
  std::int64_t most_pairs = 1000000;
};

template <class Visitor>
void describe(MmcOptions& o, Visitor&& option) {
  option("shape", o.shape, one_of({"full", "diagonal"}),
         "of A: any, or diagonal, which only weighs the columns");
  option("iterations", o.iterations, at_least(1), "at most so many");
  option("tolerance", o.tolerance, Range{.low = 0, .high = 1, .low_open = true, .words = {}},
         "stop when the optimum is proved to be within this share");
  option("most-pairs", o.most_pairs, at_least(1), "of a kind; more are sampled");
}

// Both kinds of pairs name rows of `rows`. The map is scaled so that the different pairs' distances
// sum to 1. Throws InputError when a kind of pairs is missing, NumericalError when all same pairs
// or all different pairs are of identical rows.
Learned<LinearMap> learn_mmc(const RowMatrix<double>& rows, const std::vector<Link>& same,
                             const std::vector<Link>& different, const MmcOptions& options,
                             const Execution& execution);

}  // namespace germane
