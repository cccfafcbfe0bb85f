// Scatter of the differences over given pairs, must-links and cannot-links apart: the statistic of
// links used as they are given, with weights and without closure.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/links.h"
#include "germane/data/rows.h"
#include "germane/stats/chunklet_scatter.h"

#include <vector>

namespace germane {

struct PairScatter {
  Index must_links = 0;
  Index cannot_links = 0;
  double must_weight = 0;
  double cannot_weight = 0;
  Matrix must;    // d x d: sum of w (x_a - x_b)(x_a - x_b)' over must-links
  Matrix cannot;  // likewise over cannot-links
  bool float32 = false;

  PairScatter() = default;
  explicit PairScatter(Index columns);

  Index columns() const { return must.cols(); }
  void merge(const PairScatter& other);
  PairScatter scaled(const Vector& scale) const;

  // Each must-link as a chunklet of its own two rows: S_w = must / 2. There is no between scatter,
  // as a row may stand in many pairs.
  ChunkletScatter as_chunklets() const;
};

// Reads only the rows that stand in a link.
PairScatter gather_pairs(const RowSource& source, const std::vector<Link>& must_links,
                         const std::vector<Link>& cannot_links, const Execution& execution);

void save(const PairScatter& pairs, const std::string& prefix, Archive& archive);
PairScatter load_pair_scatter(const Archive& archive, const std::string& prefix, Index columns);

}  // namespace germane
