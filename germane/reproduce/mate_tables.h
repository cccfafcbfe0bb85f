// What was measured of mates, as tables and a plot: by language, and by the languages that were
// learned from together.
#pragma once

#include "germane/report/report.h"

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace germane {

using MatePrecisions = std::array<double, 2>;  // of kernel CCA and of PWCA

using Combination = std::vector<std::size_t>;  // two or three of the languages, by place

using MeasuredMates = std::vector<std::vector<MatePrecisions>>;  // by repetition and combination

struct MateFindings {
  std::vector<std::string> names;  // of the languages
  std::vector<Combination> all;
  MeasuredMates counts, tf_idf;  // by what words are weighed
};

// Of a language, the mean over the combinations that hold it; then that over all. `paper`: its
// numbers by language, where there are any.
ReportTable mates_by_language(const MateFindings& found,
                              const std::map<std::string, MatePrecisions>& paper);

ReportTable mates_by_languages(const MateFindings& found);

// Of combinations of two: a language against a language.
Plot mates_heat(const MateFindings& found);

}  // namespace germane
