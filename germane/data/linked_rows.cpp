#include "germane/data/linked_rows.h"

#include <algorithm>

namespace germane {

RowMatrix<double> rows_of_links(const RowSource& rows,
                                const std::vector<std::vector<Link>*>& kinds) {
  std::vector<Index> chosen;
  for (const std::vector<Link>* kind : kinds)
    for (const Link& pair : *kind) {
      chosen.push_back(pair.a);
      chosen.push_back(pair.b);
    }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  const auto number = [&](Index row) {
    return static_cast<Index>(std::lower_bound(chosen.begin(), chosen.end(), row) - chosen.begin());
  };
  for (std::vector<Link>* kind : kinds)
    for (Link& pair : *kind) {
      pair.a = number(pair.a);
      pair.b = number(pair.b);
    }
  return rows.gather(chosen);
}

}  // namespace germane
