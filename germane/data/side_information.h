// All that is known about which rows belong together, in one object, by row number.
#pragma once

#include "germane/data/chunklets.h"
#include "germane/data/keys.h"
#include "germane/data/links.h"

#include <cstdint>
#include <vector>

namespace germane {

struct SideInformation {
  Index rows = 0;
  Chunklets given;                 // groups as given (may be empty)
  Codes labels;                    // of_row empty: none given
  std::vector<Link> must_links;    // as given
  std::vector<Link> cannot_links;  // as given

  bool has_chunklets() const { return given.count() > 0; }
  bool has_links() const { return !must_links.empty() || !cannot_links.empty(); }
  bool empty() const { return !has_chunklets() && !has_links() && labels.of_row.empty(); }
};

// Groups and must-links closed into chunklets; `given` keeps its names when there are no
// must-links. Throws NumericalError naming, by its ids, a cannot-link whose ends fall into one
// chunklet, and the shortest chain that puts them there: no partition respects both.
Chunklets closed_chunklets(const SideInformation& side, const Ids& ids = {});

// Two parts, split so that no chunklet of the closure has rows in both. Each keeps the row count.
struct SideInformationSplit {
  SideInformation kept;
  SideInformation held_out;
};

// `share` of the same-pairs' components go to held_out (at least one, never all), cannot-links go
// where both ends are, or are kept; labels are split row by row. Throws InputError when fewer than
// two components exist.
SideInformationSplit split(const SideInformation& side, double share, std::uint64_t seed);

}  // namespace germane
