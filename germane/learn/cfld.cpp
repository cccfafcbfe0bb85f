#include "germane/learn/cfld.h"

#include "germane/base/error.h"
#include "germane/learn/discriminant.h"
#include "germane/learn/noise_edge.h"

#include <algorithm>

namespace germane {
namespace {

// A direction of noise has a share b of its variance between chunklets, up to the closed edge; its
// ratio of total to within variance is 1 / (1 - b).
Index ratios_above_noise(const Vector& ratios, const ChunkletScatter& chunklets) {
  const auto points = static_cast<double>(chunklets.points());
  const double edge =
      closed_edge(static_cast<double>(chunklets.chunklets) / points, ratios.size(), points);
  const auto above = std::count_if(ratios.begin(), ratios.end(),
                                   [&](double ratio) { return 1 - 1 / ratio > edge; });
  return std::max<Index>(1, above);
}

}  // namespace

Learned<LinearMap> learn_cfld(const Statistics& statistics, const CfldOptions& options,
                              std::optional<double> ledoit_wolf) {
  check_options(options);
  const Index d = statistics.width();
  if (!options.dimensions.is_word() && options.dimensions.number > d)
    throw InputError("learn cfld: dimensions = {}: must be at most {}, the number of columns",
                     options.dimensions.number, d);
  Learned<LinearMap> learned;
  Summary& summary = learned.summary;
  const WithinCovariance within = within_covariance(statistics, options.within, ledoit_wolf,
                                                    "learn cfld", WithinUse::kDirections, summary);
  const Moments& total = within.total;
  if (!total.has_scatter())
    throw InputError(
        "learn cfld: needs the total scatter; gather the statistics with --scatter total");
  const Index wanted = options.dimensions.is_word() ? d : options.dimensions.number;
  Discriminant best = discriminate(total.scatter / total.weight, within, wanted);
  if (options.dimensions.is("auto") || options.dimensions.is("held-out"))
    best.map.conservativeResize(ratios_above_noise(best.ratios, statistics.side()), d);
  if (!options.dimensions.is_word() && best.map.rows() < wanted)
    summary.warnings.push_back(
        fmt::format("{} dimensions asked for, {} have spread", wanted, best.map.rows()));
  learned.map.columns = statistics.columns;
  learned.map.center = total.mean;
  learned.map.map = std::move(best.map);
  const Vector kept = best.ratios.head(learned.map.outputs());
  summary.fact("variance_ratios", Value::List(kept.begin(), kept.end()))
      .fact("dimensions", learned.map.outputs());
  return learned;
}

}  // namespace germane
