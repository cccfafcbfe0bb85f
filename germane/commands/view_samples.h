// What is learned from and what is held out, over all views, in the coordinates of each.
#pragma once

#include "germane/base/parallel.h"
#include "germane/commands/view_input.h"
#include "germane/learn/view_sample.h"

#include <cstdint>
#include <vector>

namespace germane {

struct ViewSamplesPlan {
  Index folds = 0;          // to hold out; 0: none
  bool needs_rows = false;  // statistics are not enough
  std::uint64_t seed = 0;
  double memory = 4e9;
  bool by_kernel = false;  // coordinates are those of kernels, which --landmarks are the number of
};

// Rows where objects are fewer than the columns of the long row, or they are needed; else moments,
// gathered in one pass.
struct ViewSamples {
  ViewSample all;
  std::vector<ViewSample> training, held_out;  // by fold; none where there are too few objects
  std::vector<Index> fold = {};                // of each object
};

// The same folds of other rows of the same objects, all of which have every view.
ViewSamples dealt_alike(ViewSample rows, const std::vector<Index>& fold, Index folds);

// `views` are those of `joined`, in the coordinates they are learned in. Throws InputError when
// they do not fit into memory.
ViewSamples gather_views(std::vector<ViewRows> views, const JoinedViews& joined,
                         const ViewSamplesPlan& plan, const Execution& execution);

}  // namespace germane
