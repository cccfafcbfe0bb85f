#include "germane/cluster/clustering.h"

namespace germane {

std::vector<Index> numbers_by_first_row(const std::vector<Index>& cluster, Index k) {
  std::vector<Index> number(static_cast<std::size_t>(k), -1);
  Index next = 0;
  for (const Index c : cluster)
    if (Index& renamed = number[static_cast<std::size_t>(c)]; renamed < 0) renamed = next++;
  for (Index& renamed : number)
    if (renamed < 0) renamed = next++;
  return number;
}

void renumber(std::vector<Index>& cluster, const std::vector<Index>& number) {
  for (Index& c : cluster) c = number[static_cast<std::size_t>(c)];
}

RowMatrix<double> reordered(const RowMatrix<double>& rows, const std::vector<Index>& number) {
  RowMatrix<double> result(rows.rows(), rows.cols());
  for (Index c = 0; c < rows.rows(); ++c)
    result.row(number[static_cast<std::size_t>(c)]) = rows.row(c);
  return result;
}

std::vector<Index> cluster_sizes(const std::vector<Index>& cluster, Index k) {
  std::vector<Index> sizes(static_cast<std::size_t>(k), 0);
  for (const Index c : cluster) ++sizes[static_cast<std::size_t>(c)];
  return sizes;
}

}  // namespace germane
