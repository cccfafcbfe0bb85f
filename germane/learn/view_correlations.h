// How well the views' new rows agree.
#pragma once

#include "germane/learn/white_views.h"

namespace germane {

// Correlation of the views' new rows, component by component, over the objects of the sample that
// have both: for each pair of views (0,1), (0,2), .., (1,2), .. one row of k numbers; NaN where one
// does not vary by more than rounding.
Matrix correlations(const ViewMaps& maps, const ViewSample& sample);

// Of the numbers that are not NaN; NaN when all are.
double mean_of_known(const Eigen::Ref<const Vector>& numbers);

}  // namespace germane
