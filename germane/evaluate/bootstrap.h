// How sure a score is: intervals by the bootstrap.
//
// What was counted (rows, queries) is drawn again, each as often as a Poisson number of mean 1
// says, and scored again, many times. The interval holds the middle `confidence` of these scores,
// moved so that their mean is the score itself: a row drawn twice agrees with itself, which
// flatters clusterings by about 1 / n.
//
// An interval says what other rows like these would have given, for the clustering or ranking as it
// is. It does not know that another sample would have been clustered otherwise.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/base/random.h"
#include "germane/linalg/matrix.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace germane {

struct BootstrapOptions {
  std::int64_t bootstrap = 200;
  double confidence = 0.95;
  std::int64_t seed = 0;
};

template <class Visitor>
void describe(BootstrapOptions& o, Visitor&& option) {
  option("bootstrap", o.bootstrap, between(0, 1e5),
         "draws for the intervals, 20 or more; 0: no intervals");
  option("confidence", o.confidence,
         Range{.low = 0, .high = 1, .low_open = true, .high_open = true}, "of the intervals");
  option("seed", o.seed, anything(), "of the random numbers");
}

struct Interval {
  double low = 0, high = 0;
};

// `draw` fills in the scores of one draw, made with its own generator; it is called by many
// threads. Returns an interval for each score; none when `bootstrap` is 0. The same bits for any
// number of threads.
std::vector<Interval> bootstrap_intervals(
    std::span<const double> scores, const BootstrapOptions& options, const Execution& execution,
    const std::function<void(Random&, std::span<double>)>& draw);

}  // namespace germane
