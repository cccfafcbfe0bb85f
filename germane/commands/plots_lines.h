// Lines that several plots draw: how numbers are spread, and what they are from rank to rank.
#pragma once

#include "germane/report/plot.h"

#include <span>
#include <string>
#include <vector>

namespace germane {

struct SpreadLine {
  std::string name;
  std::span<const double> values;  // one or more, finite
};

// Lines through the middles of bins of one width: the share of its numbers in every bin. Bins are
// the same for all, as many as Rice's rule gives for the fewest numbers, 10 to 40: of few a finer
// histogram shows chances only.
LinePlot histogram(const std::vector<SpreadLine>& spreads);

// Values of ranks 1, 2, ...; with marks where these are few.
PlotSeries over_ranks(const std::string& name, std::vector<double> values);

}  // namespace germane
