// Did learning help? Held-out pairs known to be alike, against pairs known or assumed to differ, by
// distance in the columns as they are, standardised, and after the learned map.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/folds.h"
#include "germane/data/links.h"
#include "germane/data/rows.h"
#include "germane/model/row_map.h"
#include "germane/stats/statistics.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace germane {

// Which pairs each fold is judged by.
struct HeldOutPairs {
  std::vector<std::vector<Link>> same;       // by fold
  std::vector<std::vector<Link>> different;  // by fold
  // "given", "given and random", "random" or "of different labels"
  std::string different_are;
};

// At most `most` pairs of each kind in all, sampled by the seed. Same: two rows of one chunklet and
// one fold. Different: the given cannot-links; where those are few, also two rows of
// different chunklets when `labelled`, else two random rows not of one chunklet, assumed to differ;
// in both cases rows that learning without the fold has not seen in a chunklet.
HeldOutPairs hold_out_pairs(const Chunklets& chunklets, const Folds& folds,
                            const std::vector<Link>& cannot_links, bool labelled, Index most,
                            std::uint64_t seed);

struct CheckScores {
  double auc = 0;
  double equal_error = 0;
};

struct Check {
  Index same = 0;
  Index different = 0;
  std::string different_are;
  CheckScores raw, standardized, learned;  // means over the folds
  Index folds = 0;
  Index helped = 0;  // folds in which the map beats both the raw and the standardised columns
};

// `learn` makes a map from what is left without a fold, `deviations` are those of the columns to
// compare with; null: nothing is compared, and only `learned` is filled. Reads only the rows of the
// pairs.
Check check_maps(const RowSource& rows, const HeldOutPairs& pairs,
                 const std::function<Vector(std::size_t fold)>& deviations,
                 const std::function<RowMap(std::size_t fold)>& learn, const Execution& execution);

}  // namespace germane
