// Scatter inside chunklets and between them, mergeable also when a chunklet straddles blocks, files
// or machines: such chunklets stay open, as (rows, weight, mean), and are joined by their given
// names.
#pragma once

#include "germane/stats/moments.h"

#include <map>
#include <span>
#include <string>

namespace germane {

struct OpenChunklet {
  Index rows = 0;
  double weight = 0;
  Vector mean;
};

struct ChunkletScatter {
  Index chunklets = 0;    // m: closed, of two rows or more
  double square_sum = 0;  // sum of their squared weights
  Matrix within;          // S_w: sum of w (x - m_g)(x - m_g)', over closed and open chunklets
  Moments between;  // of the closed chunklets' means, each with its chunklet's weight: S_b, p, m
  std::map<std::string, OpenChunklet> open;
  bool float32 = false;

  ChunkletScatter() = default;
  ChunkletScatter(Index columns, bool with_between);

  Index columns() const { return within.cols(); }
  Index points() const { return between.rows; }           // p
  double weight() const { return between.weight; }        // p, or the sum of the rows' weights
  Index freedom() const { return points() - chunklets; }  // R = sum of (n_g - 1): bounds the rank

  // Adds complete chunklets of two rows or more to the between scatter; their rows are in `within`.
  void close(std::span<const OpenChunklet> complete);

  // As if all rows had been given to one: open chunklets of one name become one chunklet.
  void merge(const ChunkletScatter& other);

  ChunkletScatter scaled(const Vector& scale) const;
};

void save(const ChunkletScatter& chunklets, const std::string& prefix, Archive& archive);
ChunkletScatter load_chunklet_scatter(const Archive& archive, const std::string& prefix);

// Joins the means of two parts of one chunklet into `mean`. What that adds to the within scatter is
// vv'; v is left in `other`, so that nothing is allocated. (Chan, Golub and LeVeque's update, for
// means of parts.)
void join_means(double weight, double* mean, double other_weight, double* other, Index columns);

}  // namespace germane
