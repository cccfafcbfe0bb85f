#include "germane/cluster/clustering.h"

namespace germane {

void number_by_first_row(Clustering& clustering) {
  const Index k = clustering.centers.rows();
  std::vector<Index> number(static_cast<std::size_t>(k), -1);  // new, by old
  Index next = 0;
  for (Index& c : clustering.cluster) {
    Index& renamed = number[static_cast<std::size_t>(c)];
    if (renamed < 0) renamed = next++;
    c = renamed;
  }
  for (Index& renamed : number)
    if (renamed < 0) renamed = next++;

  RowMatrix<double> centers(k, clustering.centers.cols());
  for (Index c = 0; c < k; ++c)
    centers.row(number[static_cast<std::size_t>(c)]) = clustering.centers.row(c);
  clustering.centers.swap(centers);

  clustering.sizes.assign(static_cast<std::size_t>(k), 0);
  for (const Index c : clustering.cluster) ++clustering.sizes[static_cast<std::size_t>(c)];
}

}  // namespace germane
