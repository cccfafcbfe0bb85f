// The plots of `learn`.
#pragma once

#include "germane/choose/choice.h"
#include "germane/data/side_information.h"
#include "germane/model/row_map.h"
#include "germane/model/summary.h"
#include "germane/report/plot.h"

#include <cstdint>
#include <optional>
#include <string>

namespace germane {

// Every direction's value, and how many were kept; for methods that keep all and only stretch them,
// by how much. Nothing for maps of one direction, and of more than 2,000, which say as much in
// words.
std::optional<Plot> spectrum_plot(const Summary& summary, const LinearMap& map);

// How many chunklets there are of every size.
Plot chunklet_sizes_plot(const Chunklets& chunklets);

// What held-out pairs say of each candidate.
std::optional<Plot> choice_plot(const std::string& option, const Choice& choice);

// How well held-out pairs are told apart, before and after.
Plot check_plot(const std::string& method, const Check& check);

// The rows before and after the map, by their labels, or else by their chunklets where these have
// names; must-links are drawn where there are no labels to learn from. Reads the drawn rows anew.
Plot before_after_plot(const RowSource& rows, const RowMap& map, const SideInformation& side,
                       const Chunklets& chunklets, const Ids& ids, std::uint64_t seed,
                       const Execution& execution);

}  // namespace germane
