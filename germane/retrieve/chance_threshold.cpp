#include "germane/retrieve/chance_threshold.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace germane {

ChanceThreshold chance_threshold(const RowMatrix<double>& distances, bool of_one_table) {
  assert(distances.cols() == kChanceNeighbors);
  constexpr Index kFirst = 10;
  double sum = 0;
  std::vector<double> logarithms;  // of the distance of the last neighbour
  for (Index i = 0; i < distances.rows(); ++i) {
    if (!(distances(i, kFirst - 1) > 0)) continue;
    for (Index j = kFirst; j < kChanceNeighbors; ++j)
      sum += static_cast<double>(j) * std::log(distances(i, j) / distances(i, j - 1));
    logarithms.push_back(std::log(distances(i, kChanceNeighbors - 1)));
  }
  const auto used = static_cast<double>(logarithms.size());
  if (2 * used < static_cast<double>(distances.rows()) || !(sum > 0))
    throw InputError(
        "within = auto: {} of {} rows have ten copies or more, which leaves open how near rows are "
        "by chance; pass a threshold, or a model calibrated by `germane pairs --calibrate`",
        distances.rows() - static_cast<Index>(logarithms.size()), distances.rows());
  const double m = used * static_cast<double>(kChanceNeighbors - kFirst) / sum;
  // log of the sum of r_i^-m, the largest term taken out.
  const double least = *std::min_element(logarithms.begin(), logarithms.end());
  double terms = 0;
  for (const double logarithm : logarithms) terms += std::exp(-m * (logarithm - least));
  const double wanted = of_one_table ? 2 : 1;
  const double power =
      std::log(wanted / static_cast<double>(kChanceNeighbors - 1)) - std::log(terms) + m * least;
  return {.distance = std::exp(power / m), .dimensions = m};
}

}  // namespace germane
