// The directions in which a view is clustered: where it agrees best with another, or varies most.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/view_clusters.h"

#include <vector>

namespace germane {

// Some objects of both views; all of them where `chosen` is all.
ViewPair chosen_objects(const ViewPair& views, std::vector<Index> chosen);

struct ViewDirections {
  LinearMap map;        // of the clustered view, at most as many directions as asked for
  Vector correlations;  // of cca; empty: of pca
  Vector spectrum;      // those of the directions left out too, a hundred at most
};

ViewDirections learn_directions(const ViewPair& views, const ViewClusterOptions& options,
                                Index dimensions, const Execution& execution);

// Correlations, of objects it was not learned from, of the components of one half.
Vector correlations_held_out(const ViewPair& learned_from, const ViewPair& held_out,
                             const ViewClusterOptions& options, const Execution& execution);

}  // namespace germane
