// Links that alone hold a set of rows together: without one, the set falls into two. A wrong
// must-link between two classes is one, unless there are several.
#pragma once

#include "germane/data/links.h"

#include <vector>

namespace germane {

struct Bridge {
  Link link;
  Index split_off = 0;  // rows on the smaller side
};

// The bridges among links, those that split off the most rows first; links may repeat. Linear in
// the number of links, whatever their shape.
std::vector<Bridge> find_bridges(const std::vector<Link>& links, Index rows);

}  // namespace germane
