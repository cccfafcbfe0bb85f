// Rows scaled to length 1, as they are read: for embeddings and word counts, where only the
// direction means something.
#pragma once

#include "germane/data/rows_like.h"

#include <optional>

namespace germane {

// The source must outlive it. A row of zeros has no direction: InputError with its number, when it
// is read, or at once if the rows are sparse (they stay so).
class UnitRows final : public RowsLike {
 public:
  explicit UnitRows(const RowSource& source);

  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;
  const SparseMatrix* sparse() const override { return sparse_ ? &*sparse_ : nullptr; }

 private:
  std::optional<SparseMatrix> sparse_;
};

}  // namespace germane
