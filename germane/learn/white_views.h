// What every method over several views begins with: each view in coordinates of its own in which
// its covariance, with a ridge, is the identity, and what the views then have in common.
//
//   W_i' (C_ii + kappa_i I) W_i = I,   M_ij = W_i' C_ij W_j,   C_ij = X_i' X_j centred
//
// One block matrix M gives the family: see cca.h, mcca.h, gcca.h. Where objects lack views, each
// view is centred and made white over the objects that have it, and in M an object that has N of
// the s views counts s / N times. Needs the moments of the views side by side (one pass). Cost:
// O(sum of d_i^3).
#pragma once

#include "germane/learn/view_options.h"
#include "germane/learn/view_sample.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"

#include <string>
#include <vector>

namespace germane {

// What is learned: one map a view, into one space.
struct ViewMaps {
  std::vector<std::string> names;
  std::vector<LinearMap> maps;
  std::vector<Index> ranks;  // of the views

  Index dimensions() const { return maps.empty() ? 0 : maps.front().outputs(); }
};

struct WhiteView {
  Vector mean;           // d_i
  Matrix basis;          // W_i: d_i x r_i
  Index rank = 0;        // r_i; without a ridge that of C_ii, decided on its correlations
  double condition = 0;  // of what was inverted, over its range
};

struct WhiteViews {
  std::vector<ViewColumns> columns;
  std::vector<WhiteView> views;
  std::vector<Index> starts;  // of each view's rows in M, and one past the last
  Matrix shared;              // M, with its true blocks W_i' C_ii W_i on the diagonal

  Index narrowest() const;
  Matrix block(std::size_t i, std::size_t j) const;
};

// `method` is for messages ("learn cca"). Throws as view_ridges() does.
WhiteViews whiten_views(const ViewSample& sample, const ViewOptions& options,
                        const std::string& method, Summary& summary);

// Throws InputError when some object lacks a view.
void require_complete(const ViewSample& sample, const std::string& method);

// The maps: view i sends x to weights_i' (x - mean). `directions`: R x k, in the coordinates of M.
ViewMaps maps_of(const WhiteViews& white, const Matrix& directions);

// By the largest eigenvalues of M, its diagonal blocks as they are or identities.
enum class OwnBlocks { kTrue, kIdentity };
// How a component of eigenvalue lambda is scaled: alike, by sqrt(s n), or as its shared score is
// told from each view, by sqrt(lambda n).
enum class ComponentScale { kAlike, kAsTold };
Learned<ViewMaps> learn_by_eigenvectors(const ViewSample& sample, const ViewOptions& options,
                                        OwnBlocks own, ComponentScale scale,
                                        const std::string& method);

// The factors that go with it.
Vector component_scales(const Vector& eigenvalues, ComponentScale scale, Index views,
                        Index objects);

}  // namespace germane
