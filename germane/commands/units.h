// Columns in units so different that the largest alone decides what a method finds, where it is one
// that depends on them (pca, kernels, k-means); those that whiten do not.
#pragma once

#include "germane/report/report.h"
#include "germane/stats/moments.h"

#include <string>
#include <vector>

namespace germane {

inline constexpr double kDifferentUnits = 100;  // standard deviations apart by more than this

// "" unless they are; else the two columns that are furthest apart, their standard deviations and
// the ratio. Columns that do not vary are left out. `names`: of the columns, empty = none.
std::string different_units(const Moments& moments, const std::vector<std::string>& names);

// The same as a warning to whoever uses a method that depends on units.
void warn_of_units(const Moments& moments, const std::vector<std::string>& names, Section& section,
                   const std::string& consequence = "the largest decide");

// "learn pca", ..., "cluster kmeans": with their options at the defaults.
std::vector<std::string> methods_that_depend_on_units();

}  // namespace germane
