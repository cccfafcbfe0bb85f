// The least and the largest number of every column, found while somebody else reads the rows: text
// is slow to parse, so a pass of their own would double the work.
#pragma once

#include "germane/data/rows_like.h"

#include <mutex>

namespace germane {

// Rows as the source has them, watched. The source must outlive it.
class WatchedRows final : public RowsLike {
 public:
  explicit WatchedRows(const RowSource& source);

  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override {
    return source().gather(chosen);
  }

  // Of all blocks that were read so far, by any number of threads; of none, +infinity and
  // -infinity.
  Vector least() const;
  Vector largest() const;

  void watch(const RowBlock& block) const;

 private:
  mutable std::mutex mutex_;
  mutable Vector least_, largest_;
};

// The same of sparse rows, whose zeros count.
struct Extremes {
  Vector least, largest;
};
Extremes sparse_extremes(const SparseMatrix& rows);

}  // namespace germane
