// LDA from must-links, cannot-links and some labels together: the between-class scatter averaged
// over all labellings that respect them [DeBie03, sec. 3.2].
//
//   maximise over w   w' E[C_B] w / w' (S_t + rho D) w,   C_B(z) = sum over classes c of s_c s_c' /
//   n_c
//
// s_c and n_c: sum and number of the centred rows that z puts into class c; z uniform over the
// labellings of the chunklets by k classes in which cannot-linked ones differ and known labels
// hold. The mean is taken over seeded draws (data/labelling.h), whose effective number is reported.
// Directions are scaled so that the expected variance inside classes is 1, as LDA's are: with all
// labels known this is LDA. Needs: the rows with a hint. Cost: O(draws (rows with a hint + k d) d).
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/labelling.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"

#include <functional>
#include <string>
#include <vector>

namespace germane {

struct SampledLdaOptions {
  double ridge = 0.1;                        // rho, towards the diagonal of S_t
  WordOr<std::int64_t> dimensions = "auto";  // of the new rows
  WordOr<std::int64_t> draws = "auto";
  std::int64_t search_steps = 1000000;
};

template <class Visitor>
void describe(SampledLdaOptions& o, Visitor&& option) {
  option("ridge", o.ridge, at_least(0), "weight of the diagonal of S_t beside it");
  option("dimensions", o.dimensions, at_least(1).or_words({"auto"}),
         "of the new rows; auto: classes less one");
  option("draws", o.draws, at_least(4).or_words({"auto"}),
         "of labellings; auto: ten for each chunklet, 2,000 to 20,000");
  option("search-steps", o.search_steps, at_least(1),
         "to look for a first labelling before giving up");
}

// `node_of_row`: the node of the problem each row belongs to. Throws InputError when no labelling
// exists, and when none is found within the steps: `name_of` names a node in the message.
Learned<LinearMap> learn_sampled_lda(const RowMatrix<double>& rows,
                                     const std::vector<Index>& node_of_row,
                                     const LabellingProblem& problem,
                                     const SampledLdaOptions& options, std::uint64_t seed,
                                     const std::function<std::string(Index node)>& name_of,
                                     const Execution& execution);

}  // namespace germane
