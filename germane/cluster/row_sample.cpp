#include "germane/cluster/row_sample.h"

#include <algorithm>
#include <vector>

namespace germane {

RowMatrix<double> sample_rows(const RowSource& rows, Index count, Random& random,
                              const Share& share) {
  std::vector<Index> chosen = random.sample(count, share.all(rows.rows()));
  std::sort(chosen.begin(), chosen.end());
  if (!share.dealt()) return rows.gather(chosen);
  // What another rank has is 0 here, so that the sum is the row.
  std::vector<Index> here, places;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (const Index row = share.find(chosen[i]); row >= 0) {
      here.push_back(row);
      places.push_back(static_cast<Index>(i));
    }
  const RowMatrix<double> found = rows.gather(here);
  RowMatrix<double> sample = RowMatrix<double>::Zero(count, rows.columns());
  for (std::size_t i = 0; i < places.size(); ++i)
    sample.row(places[i]) = found.row(static_cast<Index>(i));
  share.sum("sample", {sample.data(), static_cast<std::size_t>(sample.size())});
  return sample;
}

}  // namespace germane
