#include "germane/cluster/mixture.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering.h"

#include <algorithm>

namespace germane {

Covariance covariance_by_name(std::string_view name) {
  const auto found = std::find(kCovarianceNames.begin(), kCovarianceNames.end(), name);
  if (found == kCovarianceNames.end())
    throw InputError("covariance = {}: must be one of {}", quoted(name),
                     join(kCovarianceNames, ", "));
  return static_cast<Covariance>(found - kCovarianceNames.begin());
}

std::string name_of(Covariance covariance) {
  return kCovarianceNames[static_cast<std::size_t>(covariance)];
}

Index Mixture::free_parameters() const {
  const Index k = components(), d = columns();
  Index shape = 0;
  switch (covariance) {
    case Covariance::kFull:
      shape = k * d * (d + 1) / 2;
      break;
    case Covariance::kTied:
      shape = d * (d + 1) / 2;
      break;
    case Covariance::kDiagonal:
      shape = k * d;
      break;
    case Covariance::kSpherical:
      shape = k;
      break;
  }
  return shape + k * d + k - 1;
}

Mixture reordered(const Mixture& mixture, const std::vector<Index>& number) {
  Mixture result = mixture;
  result.means = reordered(mixture.means, number);
  for (Index c = 0; c < mixture.components(); ++c) {
    const Index place = number[static_cast<std::size_t>(c)];
    result.weights[place] = mixture.weights[c];
    if (mixture.covariance == Covariance::kFull)
      result.covariances[static_cast<std::size_t>(place)] =
          mixture.covariances[static_cast<std::size_t>(c)];
  }
  if (mixture.variances.size() > 0) result.variances = reordered(mixture.variances, number);
  return result;
}

}  // namespace germane
