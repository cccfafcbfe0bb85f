#include "germane/stats/scatter_file.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <cmath>

namespace germane {

Matrix load_scatter(const Archive& archive, const std::string& name, Index columns) {
  // Sums of float32 products may stray a little further than those of float64.
  constexpr double kRounding = 1e-3;
  Matrix scatter = archive.matrix(name, columns, columns);
  const auto refuse = [&](const char* what) {
    throw InputError("{}: {} {}, which no rows can have; the file is damaged", archive.path,
                     quoted(name), what);
  };
  if (columns > 0 && scatter.diagonal().minCoeff() < 0) refuse("has a negative spread");
  const Vector deviations = scatter.diagonal().cwiseSqrt();
  for (Index j = 0; j < columns; ++j)
    for (Index i = j + 1; i < columns; ++i) {
      const double most = deviations[i] * deviations[j];
      if (std::abs(scatter(i, j) - scatter(j, i)) > kRounding * most) refuse("is not symmetric");
      if (std::abs(scatter(i, j)) > (1 + kRounding) * most)
        refuse("has a covariance above its variances");
    }
  return scatter;
}

}  // namespace germane
