// Nearest rows of queries in a file, as `germane retrieve --out FILE.csv` writes them or any index
// does: lines of `query rank neighbor [value]`. Separators, quotes and comments are those of
// side_information_file.h.
#pragma once

#include "germane/io/side_information_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace germane {

struct RankedLists {
  std::vector<Index> query;               // rows that asked, in the order of the file
  std::vector<std::vector<Index>> found;  // of each, nearest first; without unknown rows
  bool header = false;
  Index unknown = 0;  // lines skipped for unknown ids
};

// Lines of a query may stand anywhere; ranks decide their order and may have gaps. Throws
// InputError file:line:field: fewer than three fields, a rank that is no number from 0 on, a rank
// or a neighbour twice, an unknown row (with ids under kRefuse: their count and the first three),
// no lines.
RankedLists parse_ranked_lists(std::string_view text, const std::string& where,
                               const RowNames& queries, const RowNames& rows);
RankedLists read_ranked_lists(const std::string& path, const RowNames& queries,
                              const RowNames& rows);  // "-": standard input

}  // namespace germane
