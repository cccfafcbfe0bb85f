// Rows whose columns are divided by constants, as they are read; sparse rows stay sparse.
#pragma once

#include "germane/data/rows_like.h"

#include <optional>

namespace germane {

// The source must outlive it. `scale`: one divisor a column, above 0.
class ScaledRows final : public RowsLike {
 public:
  ScaledRows(const RowSource& source, Vector scale);

  const Vector& scale() const { return scale_; }

  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;
  const SparseMatrix* sparse() const override { return sparse_ ? &*sparse_ : nullptr; }

 private:
  Vector scale_;
  std::optional<SparseMatrix> sparse_;
};

}  // namespace germane
