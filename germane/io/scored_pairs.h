// Pairs with scores, as `germane pairs --out` writes them or any other scorer does. Separators,
// quotes and comments are those of side_information_file.h.
#pragma once

#include "germane/io/side_information_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace germane {

struct ScoredPairs {
  std::vector<Index> a, b;     // rows, numbered as their names first stand in the file
  Index rows = 0;              // different names
  std::vector<LinkKind> kind;  // as far as the file says
  std::vector<double> score;
  std::vector<double> llr;  // log-likelihood ratios; empty: the file has none
  std::string score_name;   // of its column; "score" without a header
};

// Lines of `a b kind score [llr]`; or after a header that names a column kind (or truth, label,
// same) and one score (or distance, similarity, cosine), and llr if there is one, in any order
// behind the two names. Throws InputError file:line:field: fewer fields, an unknown kind, a score
// that is no finite number, no lines, or no column of scores.
ScoredPairs parse_scored_pairs(std::string_view text, const std::string& where);
ScoredPairs read_scored_pairs(const std::string& path);  // "-": standard input

}  // namespace germane
