#include "germane/data/folds.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace germane {

Folds deal_folds(const Chunklets& chunklets, Index folds, std::uint64_t seed) {
  if (folds < 1) throw InputError("folds = {}: must be at least 1", folds);

  // In the order of their first rows, so that renaming chunklets changes nothing.
  std::vector<Index> order;
  std::vector<bool> seen(static_cast<std::size_t>(chunklets.codes()));
  for (const Index code : chunklets.of_row()) {
    if (code < 0 || chunklets.size(code) < 2 || seen[static_cast<std::size_t>(code)]) continue;
    seen[static_cast<std::size_t>(code)] = true;
    order.push_back(code);
  }
  Random(seed).shuffle(order);

  Folds result;
  result.count = std::min(folds, static_cast<Index>(order.size()));
  using RowsAndFold = std::pair<Index, Index>;
  std::priority_queue<RowsAndFold, std::vector<RowsAndFold>, std::greater<>> fewest_rows;
  for (Index fold = 0; fold < result.count; ++fold) fewest_rows.emplace(0, fold);
  std::vector<Index> fold_of(static_cast<std::size_t>(chunklets.codes()), -1);
  for (const Index code : order) {
    const auto [rows, fold] = fewest_rows.top();
    fewest_rows.pop();
    fold_of[static_cast<std::size_t>(code)] = fold;
    fewest_rows.emplace(rows + chunklets.size(code), fold);
  }

  result.of_row.reserve(chunklets.of_row().size());
  for (const Index code : chunklets.of_row())
    result.of_row.push_back(code < 0 ? -1 : fold_of[static_cast<std::size_t>(code)]);
  return result;
}

Folds deal_rows(const Chunklets& classes, Index folds, std::uint64_t seed) {
  Random random(seed);
  Folds result;
  result.of_row.assign(static_cast<std::size_t>(classes.rows()), -1);
  Index next = 0;
  for (std::vector<Index>& members : classes.members()) {
    if (members.size() < 2) continue;
    random.shuffle(members);
    for (const Index row : members) result.of_row[static_cast<std::size_t>(row)] = next++ % folds;
  }
  result.count = std::min(folds, next);
  return result;
}

}  // namespace germane
