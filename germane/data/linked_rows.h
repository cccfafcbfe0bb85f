// The rows that links are about, without the others.
#pragma once

#include "germane/data/links.h"
#include "germane/data/rows.h"

#include <vector>

namespace germane {

// The rows that stand in a link, each once; the links are renumbered to name rows of the result.
RowMatrix<double> rows_of_links(const RowSource& rows,
                                const std::vector<std::vector<Link>*>& kinds);

}  // namespace germane
