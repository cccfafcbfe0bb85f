#include "germane/cluster/view_directions.h"

#include "germane/data/gaps.h"
#include "germane/data/side_by_side.h"
#include "germane/learn/cca.h"
#include "germane/learn/pca.h"
#include "germane/learn/view_correlations.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace germane {
namespace {

constexpr Index kMostComponents = 100;  // whose correlations are looked at

ViewSample sample_of_both(const ViewPair& views, const Execution& execution) {
  const SideBySide both({{.name = "on", .rows = views.on}, {.name = "other", .rows = views.other}});
  Moments moments = gather_statistics(both, GatherPlan{}, execution).all().total();
  return sample_of(std::move(moments), both.views());
}

void keep_leading(LinearMap& map, Index dimensions) {
  if (map.outputs() > dimensions) map.map = map.map.topRows(dimensions).eval();
}

Learned<ViewMaps> learn(const ViewSample& sample, const ViewClusterOptions& options) {
  return learn_cca(sample, ViewOptions{.ridge = options.ridge}, "cluster views");
}

}  // namespace

ViewPair chosen_objects(const ViewPair& views, std::vector<Index> chosen) {
  const auto choose =
      [&](const std::shared_ptr<const RowSource>& rows) -> std::shared_ptr<const RowSource> {
    if (!rows || static_cast<Index>(chosen.size()) == rows->rows()) return rows;
    return std::make_shared<ChosenRows>(rows, chosen);
  };
  return {choose(views.on), choose(views.other)};
}

ViewDirections learn_directions(const ViewPair& views, const ViewClusterOptions& options,
                                Index dimensions, const Execution& execution) {
  ViewDirections found;
  if (options.space == "pca") {
    found.map = learn_pca(gather_statistics(*views.on, GatherPlan{}, execution).all()).map;
    keep_leading(found.map, dimensions);
    return found;
  }
  const ViewSample sample = sample_of_both(views, execution);
  Learned<ViewMaps> learned = learn(sample, options);
  for (LinearMap& map : learned.map.maps) keep_leading(map, std::max(dimensions, kMostComponents));
  found.spectrum = correlations(learned.map, sample).row(0);
  for (LinearMap& map : learned.map.maps) keep_leading(map, dimensions);
  found.correlations = found.spectrum.head(learned.map.maps.front().outputs());
  found.map = std::move(learned.map.maps.front());
  if (options.scale == "shared")
    for (Index i = 0; i < found.map.outputs(); ++i)
      found.map.map.row(i) *= std::sqrt(std::max(found.correlations[i], 0.0));
  return found;
}

Vector correlations_held_out(const ViewPair& learned_from, const ViewPair& held_out,
                             const ViewClusterOptions& options, const Execution& execution) {
  Learned<ViewMaps> learned = learn(sample_of_both(learned_from, execution), options);
  for (LinearMap& map : learned.map.maps) keep_leading(map, kMostComponents);
  return correlations(learned.map, sample_of_both(held_out, execution)).row(0);
}

}  // namespace germane
