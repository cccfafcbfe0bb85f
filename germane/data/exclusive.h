// Sets of chunklets and rows that all exclude each other by cannot-links: there must be as many
// classes as the largest has members. (Largest cliques, so being sure may take for ever.)
#pragma once

#include "germane/data/chunklets.h"
#include "germane/data/links.h"

#include <vector>

namespace germane {

struct ExclusiveSet {
  std::vector<Index> rows;  // one row of each member, in ascending order; empty: no cannot-links
  bool largest = false;     // no larger set exists; false: not decided within the steps
};

// Greedily at first, then exactly, in at most `most_steps` steps of search.
ExclusiveSet find_exclusive(const Chunklets& chunklets, const std::vector<Link>& cannot_links,
                            Index most_steps);

}  // namespace germane
