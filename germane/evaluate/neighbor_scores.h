// How well labels agree with nearest neighbours, found without the row itself.
//
//   nearest error       share of rows whose nearest row has another label
//   purity at j         mean share of rows of the same label among the j nearest, j = 1, ..., k:
//   the
//                       cumulative neighbour purity of [BarHillelTR03, fig. 10]
//   class-size error    mean share of other labels among the |class| - 1 nearest: 0 where every
//   class
//                       is nearer to itself than to all else
//
// Rows without a label are left out: as rows that ask, and as neighbours.
#pragma once

#include "germane/linalg/matrix.h"

#include <span>
#include <vector>

namespace germane {

struct NeighborScores {
  Index rows = 0;        // that asked: with a label, and with a labelled row among their neighbours
  Index unanswered = 0;  // with a label, but without such a neighbour
  double nearest_error = 0;
  std::vector<double> purity;  // at 1, ..., k
};

// `neighbors`: q x k, nearest first. `asked` and `found` are the labels of the queries and of the
// rows, -1 = none; the same for rows that ask for their own neighbours. Of rows that have fewer
// than j labelled neighbours those there are count. Throws InputError when nobody is answered.
NeighborScores score_neighbors(const RowMatrix<Index>& neighbors, std::span<const Index> asked,
                               std::span<const Index> found);

// The largest class, less one: the k that class_size_error needs.
Index class_size_neighbors(std::span<const Index> labels);

// `neighbors`: n x k, k at least class_size_neighbors(labels), of the labelled rows' own neighbours
// among rows that all have a label. Classes of one row have no neighbours to find and are left out.
// Throws InputError when there are no others.
double class_size_error(const RowMatrix<Index>& neighbors, std::span<const Index> labels);

}  // namespace germane
