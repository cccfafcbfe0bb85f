// Rows whose columns are divided by constants, as they are read; sparse rows stay sparse.
#pragma once

#include "germane/data/rows.h"

#include <optional>

namespace germane {

// The source must outlive it. `scale`: one divisor a column, above 0.
class ScaledRows final : public RowSource {
 public:
  ScaledRows(const RowSource& source, Vector scale);

  const Vector& scale() const { return scale_; }

  std::string name() const override { return source_.name(); }
  Index columns() const override { return source_.columns(); }
  const std::vector<std::string>& column_names() const override { return source_.column_names(); }
  Scalar scalar() const override { return source_.scalar(); }
  Index rows() const override { return source_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;
  const SparseMatrix* sparse() const override { return sparse_ ? &*sparse_ : nullptr; }

 private:
  const RowSource& source_;
  Vector scale_;
  std::optional<SparseMatrix> sparse_;
};

}  // namespace germane
