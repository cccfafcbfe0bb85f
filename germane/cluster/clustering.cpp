#include "germane/cluster/clustering.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace germane {

std::vector<Index> numbers_by_first_row(const std::vector<Index>& cluster, Index k,
                                        const Share& share) {
  // The first row of each cluster, in all; those without rows have one after the last.
  std::vector<double> first(static_cast<std::size_t>(k), std::numeric_limits<double>::infinity());
  for (std::size_t row = cluster.size(); row-- > 0;)
    first[static_cast<std::size_t>(cluster[row])] =
        static_cast<double>(share.first() + static_cast<Index>(row));
  if (share.dealt())
    share.ranks().fold("first-rows", first,
                       [](std::span<double> left, std::span<const double> right) {
                         for (std::size_t c = 0; c < left.size(); ++c)
                           left[c] = std::min(left[c], right[c]);
                       });
  std::vector<Index> order(first.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return first[static_cast<std::size_t>(a)] < first[static_cast<std::size_t>(b)];
  });
  std::vector<Index> number(first.size());
  for (Index i = 0; i < k; ++i)
    number[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = i;
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

std::vector<Index> cluster_sizes(const std::vector<Index>& cluster, Index k, const Share& share) {
  std::vector<double> sizes(static_cast<std::size_t>(k), 0);
  for (const Index c : cluster) ++sizes[static_cast<std::size_t>(c)];
  share.sum("sizes", sizes);
  return {sizes.begin(), sizes.end()};
}

}  // namespace germane
