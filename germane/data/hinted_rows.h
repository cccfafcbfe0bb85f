// The rows something is known of, as nodes of a labelling problem: chunklets, and single rows with
// a cannot-link or a label.
#pragma once

#include "germane/data/chunklets.h"
#include "germane/data/keys.h"
#include "germane/data/labelling.h"
#include "germane/data/links.h"

#include <vector>

namespace germane {

struct HintedRows {
  std::vector<Index> rows;         // their numbers in the table, ascending
  std::vector<Index> node_of_row;  // by place in `rows`
  LabellingProblem problem;

  Index first_row(Index node) const;  // the place of the node's first row
};

// `labels.of_row` may be empty; known labels are numbered as they come up. Throws InputError when
// rows of one chunklet have different labels, or when there are more labels than k classes.
HintedRows hinted_rows(const Chunklets& chunklets, const std::vector<Link>& cannot_links,
                       const Codes& labels, Index k);

}  // namespace germane
