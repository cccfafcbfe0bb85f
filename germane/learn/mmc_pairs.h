// The pairs MMC learns from: given, or taken from chunklets and from all that is not known alike.
#pragma once

#include "germane/data/chunklets.h"
#include "germane/data/links.h"
#include "germane/data/rows.h"
#include "germane/model/summary.h"

#include <cstdint>
#include <vector>

namespace germane {

struct MmcPairs {
  RowMatrix<double> rows;             // those that stand in a pair
  std::vector<Link> same, different;  // by their numbers in `rows`
};

// Same: all pairs inside chunklets. Different: the cannot-links, or else all pairs of rows not in
// one chunklet. More than `most` of a kind are sampled by the seed, which the summary then says.
MmcPairs mmc_pairs(const RowSource& rows, const Chunklets& chunklets,
                   const std::vector<Link>& cannot_links, Index most, std::uint64_t seed,
                   Summary& summary);

}  // namespace germane
