// Folds for cross-validation: what belongs together never straddles two.
#pragma once

#include "germane/data/chunklets.h"

#include <cstdint>
#include <vector>

namespace germane {

// The fold of each row: in [0, folds) for rows in chunklets of two or more, -1 for the others.
// Whole chunklets, shuffled by the seed, dealt to the fold with the fewest rows so far. Uses at
// most as many folds as there are chunklets; returns the number used in `folds`.
struct Folds {
  Index count = 0;
  std::vector<Index> of_row;
};
Folds deal_folds(const Chunklets& chunklets, Index folds, std::uint64_t seed);

// For labelled classes, where what is held out are rows, not classes: the rows of every chunklet of
// two or more, shuffled by the seed, are dealt to the folds in turn.
Folds deal_rows(const Chunklets& classes, Index folds, std::uint64_t seed);

}  // namespace germane
