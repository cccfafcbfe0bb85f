// What the methods over several views may be told, and the ridge each view gets.
//
//   kappa_i = share_i * trace(C_ii) / columns     a share of the mean variance of the columns
//   kappa_i = share_i * trace(K_i) / objects      of kernels: of the mean of their diagonal
//
// C_ii = X_i' X_i and K_i = X_i X_i', centred, have the same trace.
#pragma once

#include "germane/base/options.h"
#include "germane/learn/view_sample.h"
#include "germane/model/summary.h"

#include <string>
#include <vector>

namespace germane {

struct ViewOptions {
  WordOr<std::int64_t> dimensions = "all";       // of the shared space; as the narrowest view has
  WordOr<double> ridge = 0.0;                    // the share; "auto" is the caller's to resolve
  std::vector<WordOr<double>> view_ridges = {};  // by view, where they differ (not an option)
  bool per_object = false;                       // shares are of kernels' diagonals (not an option)
};

template <class Visitor>
void describe(ViewOptions& o, Visitor&& option) {
  option("dimensions", o.dimensions, at_least(1).or_words({"all"}), "of the shared space");
  option("ridge", o.ridge, at_least(0).or_words({"auto", "oas"}),
         "share of a view's mean variance that is added; auto: best held out; oas: by shrinkage");
}

struct ViewRidge {
  double share = 0, kappa = 0;
};

// One a view. `method` is for messages ("learn cca"). Throws InputError when there are fewer than
// two views or no ridge although a view has as many columns as there are objects, NumericalError
// when a view has no spread or its squares leave the range of numbers.
std::vector<ViewRidge> view_ridges(const ViewSample& sample, const ViewOptions& options,
                                   const std::string& method, Summary& summary);

// The number of dimensions asked for, of at most `most`, which is `what`. Throws InputError when
// there are not as many.
Index dimensions_of(const ViewOptions& options, Index most, const std::string& what,
                    const std::string& method);

}  // namespace germane
