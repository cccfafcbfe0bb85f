// Rows as marks in a plane: which of them are drawn, and in which plane.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/keys.h"
#include "germane/linalg/matrix.h"
#include "germane/report/plot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

inline constexpr Index kMostDrawnRows = 5000;

struct DrawnRows {
  std::vector<Index> rows;  // ascending
  std::string note;         // what is left out; "" = nothing
};

// All rows, or kMostDrawnRows of them by the seed, half from `preferred` as far as these go; fewer
// of very wide rows, so that those drawn take 200 MB at most.
DrawnRows choose_drawn_rows(Index rows, Index columns, const std::vector<Index>& preferred,
                            std::uint64_t seed);

// The rows in the plane in which they spread most (two principal components). The one coordinate of
// rows that have no other is drawn across, and the height then means nothing.
ScatterPlot::Panel widest_plane(RowMatrix<double> rows, const std::string& title,
                                const Execution& execution);

// Names and classes of drawn rows; the marks of a class that no drawn row has are left out.
void name_rows(const DrawnRows& drawn, const Ids& ids, const Codes& classes, ScatterPlot& plot);

}  // namespace germane
