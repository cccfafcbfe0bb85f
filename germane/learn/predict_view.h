// One view from another: the least-squares prediction of its coordinates from the other's scores.
//
//   minimise over G, g   sum over objects of |x_b - g - G t_a|^2,   t_a = A_a (x_a - mean_a)
//
// G = C_ba A' (A C_aa A')^-1, with a pseudo-inverse where scores depend on each other, over the
// objects that have both views. Scores that the two views share tell most; what view b has of its
// own is left at its mean. Cost: O(d^2 k) of moments, O(n d k) of rows.
#pragma once

#include "germane/learn/view_sample.h"
#include "germane/learn/white_views.h"
#include "germane/model/view_prediction.h"

#include <cstddef>

namespace germane {

// In the coordinates of view `to`. Throws InputError when no two objects have both views.
ViewPrediction predict_view(const ViewSample& sample, const ViewMaps& maps, std::size_t from,
                            std::size_t to);

// What a prediction misses of the objects of a sample, summed over them and the coordinates.
struct PredictionError {
  double missed = 0;  // sum of |x_b - g - G t_a|^2
  double spread = 0;  // sum of |x_b - mean|^2, about the mean of the objects learned from

  PredictionError& operator+=(const PredictionError& other);
  double r2() const;  // the share that is told; NaN where nothing varies
};

// `maps` and `prediction` may come from other objects than those of the sample.
PredictionError prediction_error(const ViewSample& sample, const ViewMaps& maps, std::size_t from,
                                 std::size_t to, const ViewPrediction& prediction);

}  // namespace germane
