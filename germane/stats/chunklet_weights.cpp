#include "germane/stats/chunklet_weights.h"

namespace germane {

std::vector<double> equal_chunklet_weights(const Chunklets& chunklets) {
  std::vector<double> weights(static_cast<std::size_t>(chunklets.rows()), 1.0);
  if (chunklets.count() == 0) return weights;
  const auto m = static_cast<double>(chunklets.count());
  const double mean_freedom = (static_cast<double>(chunklets.points()) - m) / m;
  for (Index row = 0; row < chunklets.rows(); ++row) {
    const Index code = chunklets.of(row);
    if (code < 0 || chunklets.size(code) < 2) continue;
    weights[static_cast<std::size_t>(row)] =
        mean_freedom / static_cast<double>(chunklets.size(code) - 1);
  }
  return weights;
}

// A row of g weighs (p - m) / (m (n_g - 1)), and n_g = (n_g - 1) + 1, so the sum over the rows is
// (p - m) + (p - m) / m * sum of 1 / (n_g - 1).
double equal_chunklet_freedom(double weight, Index points, Index chunklets) {
  const auto freedom = static_cast<double>(points - chunklets);
  return static_cast<double>(chunklets) * freedom / (weight - freedom);
}

}  // namespace germane
