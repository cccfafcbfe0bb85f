#include "germane/learn/view_options.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/linalg/products.h"
#include "germane/linalg/shrinkage.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr double kLargestShare = 1e3;  // where shrinkage would leave nothing of C_ii

// As a share of the mean variance: (1 - a) C + a m I is C + a / (1 - a) m I up to its size.
double oas_share(const Moments& moments, Index columns) {
  const double n = moments.weight;
  const double weight =
      oas_identity_weight(moments.spread.sum() / n, moments.scatter.squaredNorm() / (n * n),
                          static_cast<double>(columns), n);
  return weight < 1 ? std::min(kLargestShare, weight / (1 - weight)) : kLargestShare;
}

void require_usable(double trace, const ViewColumns& view, const std::string& method) {
  constexpr double kTooSmall = 1e-280;
  if (!std::isfinite(trace))
    throw NumericalError(
        "{}: the view {} has numbers too large to square; divide its columns by a constant first",
        method, quoted(view.name));
  if (trace == 0)
    throw NumericalError("{}: no column of the view {} varies by more than 1e-150", method,
                         quoted(view.name));
  if (trace < kTooSmall)
    throw NumericalError(
        "{}: the view {} has numbers too small to square; multiply its columns by a constant first",
        method, quoted(view.name));
}

}  // namespace

std::vector<ViewRidge> view_ridges(const ViewSample& sample, const ViewOptions& options,
                                   const std::string& method, Summary& summary) {
  if (sample.views.size() < 2)
    throw InputError("{}: {}; give two or more, with --view NAME=FILE", method,
                     counted(static_cast<Index>(sample.views.size()), "view"));
  std::vector<ViewRidge> ridges;
  Value::List shares;
  for (std::size_t i = 0; i < sample.views.size(); ++i) {
    const ViewColumns& view = sample.views[i];
    const WordOr<double> asked =
        options.view_ridges.empty() ? options.ridge : options.view_ridges[i];
    const Index columns = std::max(view.given, view.count), objects = sample.objects_with(i);
    double trace = 0;
    ViewRidge ridge;
    if (asked.is("oas")) {
      const Moments moments = sample.of_view(i, true);
      trace = moments.spread.sum();
      require_usable(trace, view, method);
      ridge.share = oas_share(moments, columns);
      if (options.per_object)
        ridge.share *= static_cast<double>(objects) / static_cast<double>(columns);
    } else {
      trace = sample.of_view(i, false).spread.sum();
      require_usable(trace, view, method);
      ridge.share = asked.number;
    }
    if (ridge.share == 0 && columns >= objects)
      throw InputError(
          "{}: the view {} has {} for {}: without a ridge any correlation can be had; pass --ridge "
          "0.1, or --ridge auto",
          method, quoted(view.name), counted(columns, "column"), counted(objects, "row"));
    ridge.kappa = ridge.share * trace / static_cast<double>(options.per_object ? objects : columns);
    ridges.push_back(ridge);
    shares.emplace_back(ridge.share);
  }
  const bool alike = std::all_of(ridges.begin(), ridges.end(), [&](const ViewRidge& ridge) {
    return ridge.share == ridges.front().share;
  });
  summary.fact("ridge", alike ? Value(ridges.front().share) : Value(shares));
  return ridges;
}

Index dimensions_of(const ViewOptions& options, Index most, const std::string& what,
                    const std::string& method) {
  if (options.dimensions.is_word()) return most;
  if (options.dimensions.number > most)
    throw InputError("{}: dimensions = {}: must be at most {}, {}", method,
                     options.dimensions.number, most, what);
  return options.dimensions.number;
}

}  // namespace germane
