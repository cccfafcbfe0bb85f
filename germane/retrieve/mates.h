// Which row of one view belongs to a row of the other, where both are in a shared space: for each
// object its mate's rank among all rows of the other view.
//
//   inner-product   |a'b|                                                       [Hardoon10, sec. 4]
//   cosine          a'b / (|a| |b|)
//   csls            2 cos(a, b) - (mean cosine of a to its 10 nearest) - (of b to its)  [Conneau18]
//
// csls takes off what makes some rows near to everything. The rank counts all rows that are at
// least as alike as the mate, those closer than rounding tells apart included: of ties the last
// rank, so that a space in which all rows are the same finds nobody. Cost: O(n^2 d).
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"

#include <string>
#include <vector>

namespace germane {

enum class MateScore { kInnerProduct, kCosine, kCsls };
const std::vector<std::string>& mate_score_names();
MateScore mate_score_of(const std::string& name);

struct Mates {
  std::vector<Index> rank;  // of each query's own mate, from 1
  RowMatrix<Index> best;    // q x k, the most alike first, equally alike ones by number
  RowMatrix<double> value;  // their scores
};

// Row i of `queries` and row i of `rows` are of one object. k may be 0. Throws InputError for rows
// of zeros where cosines are needed, and for k above the number of rows.
Mates find_mates(const RowMatrix<double>& queries, const RowMatrix<double>& rows, MateScore score,
                 Index k, const Execution& execution);

struct MateFigures {
  double average_precision = 0;  // mean of 1 / rank
  double recall_1 = 0, recall_5 = 0, recall_10 = 0;
  double median_rank = 0;
};
MateFigures figures_of(const std::vector<Index>& ranks);

}  // namespace germane
