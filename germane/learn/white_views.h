// What every method over several views begins with: each view in coordinates of its own in which
// its covariance, with a ridge, is the identity, and what the views then have in common.
//
//   W_i' (C_ii + kappa_i I) W_i = I,   M_ij = W_i' C_ij W_j,   C_ij = X_i' X_j centred
//
// One block matrix M gives the family: see cca.h, mcca.h, gcca.h. Needs the moments of the views
// side by side (one pass). Cost: O(sum of d_i^3).
#pragma once

#include "germane/base/options.h"
#include "germane/data/side_by_side.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"
#include "germane/stats/moments.h"

#include <string>
#include <vector>

namespace germane {

struct ViewOptions {
  WordOr<std::int64_t> dimensions = "all";  // of the shared space
  WordOr<double> ridge = 0.0;               // share of each view's mean variance
};

template <class Visitor>
void describe(ViewOptions& o, Visitor&& option) {
  option("dimensions", o.dimensions, at_least(1).or_words({"all"}),
         "of the shared space; all: as many as the narrowest view has");
  option("ridge", o.ridge, at_least(0).or_words({"auto"}),
         "added to each view's variances, as a share of their mean; auto: the best on rows held "
         "out");
}

// What is learned: one map a view, into one space.
struct ViewMaps {
  std::vector<std::string> names;
  std::vector<LinearMap> maps;
  std::vector<Index> ranks;  // of the views

  Index dimensions() const { return maps.empty() ? 0 : maps.front().outputs(); }
};

struct WhiteView {
  Matrix basis;          // W_i: d_i x r_i
  Index rank = 0;        // r_i; without a ridge that of C_ii, decided on its correlations
  double condition = 0;  // of what was inverted, over its range
};

struct WhiteViews {
  std::vector<WhiteView> views;
  std::vector<Index> starts;  // of each view's rows in M, and one past the last
  Matrix shared;              // M, with its true blocks W_i' C_ii W_i on the diagonal

  Index narrowest() const;
  Matrix block(std::size_t i, std::size_t j) const;
};

// `method` is for messages ("learn cca"). Throws InputError when there are fewer than two views or
// no ridge although a view has as many columns as there are rows, NumericalError when a view has no
// spread.
WhiteViews whiten_views(const Moments& total, const std::vector<ViewColumns>& views, double ridge,
                        const std::string& method, Summary& summary);

// The number of dimensions asked for. Throws InputError when there are not as many.
Index dimensions_of(const ViewOptions& options, const WhiteViews& white, const std::string& method);

// The maps: view i sends x to weights_i' (x - mean). `directions`: R x k, in the coordinates of M.
ViewMaps maps_of(const WhiteViews& white, const Matrix& directions, const Moments& total,
                 const std::vector<ViewColumns>& views, double scale);

// By the largest eigenvalues of M, its diagonal blocks as they are or identities.
enum class OwnBlocks { kTrue, kIdentity };
Learned<ViewMaps> learn_by_eigenvectors(const Moments& total, const std::vector<ViewColumns>& views,
                                        const ViewOptions& options, OwnBlocks own,
                                        const std::string& method);

// Correlation of the views' new rows, component by component, over the rows the moments are of: for
// each pair of views (0,1), (0,2), .., (1,2), .. one row of k numbers; 0 where one does not vary.
Matrix correlations(const ViewMaps& maps, const Moments& moments,
                    const std::vector<ViewColumns>& views);

}  // namespace germane
