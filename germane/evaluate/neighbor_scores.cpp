#include "germane/evaluate/neighbor_scores.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace germane {
namespace {

std::map<Index, Index> class_sizes(std::span<const Index> labels) {
  std::map<Index, Index> sizes;
  for (const Index label : labels)
    if (label >= 0) ++sizes[label];
  return sizes;
}

}  // namespace

NeighborScores score_neighbors(const RowMatrix<Index>& neighbors, std::span<const Index> asked,
                               std::span<const Index> found) {
  const Index k = neighbors.cols();
  assert(static_cast<Index>(asked.size()) == neighbors.rows());
  NeighborScores scores;
  scores.purity.assign(static_cast<std::size_t>(k), 0);
  double wrong = 0;
  for (Index q = 0; q < neighbors.rows(); ++q) {
    const Index label = asked[static_cast<std::size_t>(q)];
    if (label < 0) continue;
    double same = 0, seen = 0;
    for (Index j = 0; j < k; ++j) {
      const Index other = found[static_cast<std::size_t>(neighbors(q, j))];
      if (other >= 0) {
        if (seen == 0 && other != label) ++wrong;
        ++seen;
        same += other == label ? 1 : 0;
      }
      if (seen > 0) scores.purity[static_cast<std::size_t>(j)] += same / seen;
    }
    ++(seen > 0 ? scores.rows : scores.unanswered);
  }
  if (scores.rows == 0)
    throw InputError(
        "neighbour scores: no row with a label has a labelled row among its {} nearest; label more "
        "rows, or pass a larger --k",
        k);
  const auto rows = static_cast<double>(scores.rows);
  scores.nearest_error = wrong / rows;
  for (double& purity : scores.purity) purity /= rows;
  return scores;
}

Index class_size_neighbors(std::span<const Index> labels) {
  Index largest = 1;
  for (const auto& [label, size] : class_sizes(labels)) largest = std::max(largest, size);
  return largest - 1;
}

double class_size_error(const RowMatrix<Index>& neighbors, std::span<const Index> labels) {
  const std::map<Index, Index> sizes = class_sizes(labels);
  double sum = 0, rows = 0;
  for (Index q = 0; q < neighbors.rows(); ++q) {
    const Index label = labels[static_cast<std::size_t>(q)];
    assert(label >= 0);
    const Index wanted = sizes.at(label) - 1;
    if (wanted == 0) continue;
    assert(wanted <= neighbors.cols());
    Index other = 0;
    for (Index j = 0; j < wanted; ++j)
      other += labels[static_cast<std::size_t>(neighbors(q, j))] != label ? 1 : 0;
    sum += static_cast<double>(other) / static_cast<double>(wanted);
    ++rows;
  }
  if (rows == 0)
    throw InputError(
        "neighbour scores: every class has one row; classes of two or more are needed");
  return sum / rows;
}

}  // namespace germane
