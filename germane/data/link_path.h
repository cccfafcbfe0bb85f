// Why two rows are in one chunklet: the shortest chain of links and groups that joins them.
#pragma once

#include "germane/data/chunklets.h"
#include "germane/data/links.h"

#include <string>
#include <vector>

namespace germane {

// The rows of a shortest chain from `from` to `to`, both ends included, in which neighbours are
// must-linked or in one of the given groups; empty when there is none. Linear in the links and
// rows.
std::vector<Index> shortest_link_path(const std::vector<Link>& must_links, const Chunklets& groups,
                                      Index from, Index to, Index rows);

// "a = b = c", by ids; the middle of a long one is counted, not shown.
std::string link_path_text(const std::vector<Index>& path, const Ids& ids);

}  // namespace germane
