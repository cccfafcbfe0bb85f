// Clusters after expected LDA as [DeBie03, 4] finds them: pairs choose the ridge by
// cross-validation, the learned map is applied to all rows, and k-means clusters them.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/keys.h"
#include "germane/data/links.h"
#include "germane/data/rows.h"
#include "germane/model/linear_map.h"

#include <cstdint>
#include <vector>

namespace germane {

// How often pairs are dealt to folds for the tables: scores are summed over the dealings, as those
// of one leave much of the choice to luck where pairs are few.
inline constexpr std::uint64_t kDealings = 3;

// Expected LDA from pairs of rows of one class, the ridge chosen over ten folds of the pairs by the
// z of those held out [DeBie03, 4.2]. Throws InputError where the pairs make but one chunklet.
LinearMap learn_elda_by_folds(const RowSource& rows, const std::vector<Link>& pairs, Index k,
                              std::uint64_t seed, const Execution& execution,
                              std::uint64_t dealings = kDealings);

// The pair accuracy [DeBie03, 4.1] of k-means into as many clusters as there are labels, the best
// of ten starts.
double kmeans_accuracy(const RowSource& rows, const Codes& labels, std::uint64_t seed,
                       const Execution& execution);

}  // namespace germane
