// Passes over rows under a mixture: posteriors and sums in one (E and M of EM at once), or the
// component of each row. Memory does not grow with the rows; blocks and the order in which their
// sums are added are fixed, so that the bits do not depend on the threads.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/mixture_density.h"
#include "germane/cluster/mixture_sums.h"
#include "germane/data/rows.h"

#include <vector>

namespace germane {

struct PassRows {
  const RowSource& rows;
  bool checked = true;                     // whether numbers may still turn out not to be finite
  const std::vector<char>* left_out = {};  // by row: not part of the pass; null: all are
  Share share = {};                        // the rows are this rank's; sums are of all ranks
};

// The sums of all rows with their posteriors under `at`, or the log-likelihood alone.
MixtureSums sum_by_posteriors(const PassRows& rows, const Mixture& at, bool only_log_likelihood,
                              const Execution& execution);

// The sums about the means of `at` when every row belongs to the component given for it.
MixtureSums sum_by_labels(const PassRows& rows, const Mixture& at, const std::vector<Index>& label,
                          const Execution& execution);

// The most probable component of each row; of equally probable ones the first.
std::vector<Index> most_probable_components(const RowSource& rows, const Mixture& mixture,
                                            const Execution& execution);

// The posterior of each component for each row.                                    (n x k)
RowMatrix<double> component_posteriors(const RowSource& rows, const Mixture& mixture,
                                       const Execution& execution);

}  // namespace germane
