#include "germane/cluster/merge_tree.h"

#include "germane/data/components.h"

#include <algorithm>
#include <numeric>

namespace germane {

std::vector<Merge> number_merges(Index rows, const std::vector<Joining>& joinings) {
  Components sets(rows);
  std::vector<Index> number(static_cast<std::size_t>(rows));  // of the cluster a root stands for
  std::iota(number.begin(), number.end(), Index{0});
  std::vector<Merge> merges;
  merges.reserve(joinings.size());
  for (const Joining& joining : joinings) {
    const Index a = number[static_cast<std::size_t>(sets.root(joining.a))];
    const Index b = number[static_cast<std::size_t>(sets.root(joining.b))];
    sets.join(joining.a, joining.b);
    const Index root = sets.root(joining.a);
    number[static_cast<std::size_t>(root)] = rows + static_cast<Index>(merges.size());
    merges.push_back({std::min(a, b), std::max(a, b), joining.height, sets.size(root)});
  }
  return merges;
}

std::vector<Index> cut(const std::vector<Merge>& merges, Index rows, Index count) {
  // A cluster is named by the merge that it goes into; what is left over are the clusters.
  std::vector<Index> top(static_cast<std::size_t>(rows + count));
  std::iota(top.begin(), top.end(), Index{0});
  for (Index i = count - 1; i >= 0; --i) {
    const Merge& merge = merges[static_cast<std::size_t>(i)];
    const Index own = top[static_cast<std::size_t>(rows + i)];
    top[static_cast<std::size_t>(merge.a)] = own;
    top[static_cast<std::size_t>(merge.b)] = own;
  }
  std::vector<Index> number(top.size(), -1);
  std::vector<Index> cluster(static_cast<std::size_t>(rows));
  Index next = 0;
  for (std::size_t row = 0; row < cluster.size(); ++row) {
    Index& own = number[static_cast<std::size_t>(top[row])];
    if (own < 0) own = next++;
    cluster[row] = own;
  }
  return cluster;
}

}  // namespace germane
