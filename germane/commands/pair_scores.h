// Scores of pairs of rows under a model: how alike the two are.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/keys.h"
#include "germane/data/links.h"
#include "germane/evaluate/ranked_pairs.h"
#include "germane/model/model_file.h"

#include <string>
#include <vector>

namespace germane {

// distance: between the mapped rows. cosine: of the angle between them, seen from the model's
// centre; 0 for a row at the centre. llr: the log-likelihood ratio of the two-covariance model.
enum class PairScore { kDistance, kCosine, kLlr };

PairScore pair_score_of(const std::string& word);
const char* name_of(PairScore score);
Alike alike_by(PairScore score);

struct PairLinks {
  std::vector<Link> same, different;
  std::vector<Link> not_said;  // of neither kind, as far as anyone says
};

struct PairScores {
  std::vector<double> same, different, not_said;  // in the order of the links
};

// Reads the rows that stand in a pair. Where they fit into `memory` bytes once mapped, each is read
// and mapped once; else a block of pairs at a time. Throws NumericalError naming the pair when a
// score is not finite.
PairScores score_pairs(const RowSource& table, const Ids& ids, const Model& model, PairScore score,
                       const PairLinks& links, double memory, const Execution& execution);

}  // namespace germane
