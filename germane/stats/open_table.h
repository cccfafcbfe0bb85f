// Chunklets whose rows come in several blocks: the parts that were seen, joined as more come. The
// table has shards by chunklet, each passed by the blocks in their order, so that several blocks
// are joined at once and the bits do not depend on the threads.
#pragma once

#include "germane/base/turnstile.h"
#include "germane/data/chunklets.h"
#include "germane/stats/chunklet_scatter.h"

#include <array>
#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

namespace germane {

// Parts of chunklets, their means in one piece of memory that is used again.
class ChunkletParts {
 public:
  struct Part {
    Index code = 0;
    Index fold = 0;
    Index rows = 0;
    double weight = 0;
  };

  explicit ChunkletParts(Index columns) : means_(0, columns) {}

  void clear() { parts_.clear(); }
  Index size() const { return static_cast<Index>(parts_.size()); }
  Index columns() const { return means_.cols(); }
  const Part& operator[](Index i) const { return parts_[static_cast<std::size_t>(i)]; }
  double* mean(Index i) { return means_.row(i).data(); }
  const double* mean(Index i) const { return means_.row(i).data(); }

  // Room for the mean of one more, to be filled by the caller at once.
  double* add(const Part& part) {
    if (size() == means_.rows()) grow();
    parts_.push_back(part);
    return mean(size() - 1);
  }

 private:
  void grow();

  std::vector<Part> parts_;
  RowMatrix<double> means_;
};

// What the joins of a block leave to be summed outside the table.
struct Joined {
  explicit Joined(Index columns) : complete(columns) {}
  std::vector<Index>
      terms;               // numbers of parts whose place now holds a term v of the within scatter
  ChunkletParts complete;  // chunklets that got their last part
};

class OpenTable {
 public:
  // `sizes`: the rows of each chunklet by its code, at which it is complete; null: none ever is.
  // Throws InputError when the open ones take more bytes than `memory`.
  OpenTable(Index columns, Index codes, Index folds, const Chunklets* sizes, double memory);

  // Joins the parts of a block, which stand in the order of their codes. False: abandoned.
  bool join(Index block, ChunkletParts& parts, Joined& joined);

  // A block failed and will never come.
  void abandon();

  // Every chunklet that is still open: visit(part, mean).
  template <class Visit>
  void visit(Visit&& visit) const {
    for (const Shard& shard : shards_)
      for (const auto& [key, place] : shard.place_of)
        visit(shard.parts[static_cast<std::size_t>(place)], shard.mean(place));
  }

 private:
  static constexpr Index kShards = 8;
  static constexpr Index kMeansPerSlab = 256;

  struct Shard {
    Turnstile turnstile;
    std::unordered_map<Index, Index> place_of;  // by chunklet and fold
    std::vector<ChunkletParts::Part> parts;     // by place
    std::vector<Index> free;                    // places to be used again
    std::vector<std::unique_ptr<double[]>> slabs;
    Index columns = 0;

    double* mean(Index place) const {
      return slabs[static_cast<std::size_t>(place / kMeansPerSlab)].get() +
             (place % kMeansPerSlab) * columns;
    }
    Index new_place();
  };

  Index shard_of(Index code) const { return code * kShards / codes_; }
  void join_part(Shard& shard, ChunkletParts& parts, Index i, Joined& joined);
  void require_memory() const;

  Index columns_, codes_, folds_;
  const Chunklets* sizes_;
  double memory_;
  std::atomic<Index> open_ = 0;
  std::array<Shard, kShards> shards_;
};

}  // namespace germane
