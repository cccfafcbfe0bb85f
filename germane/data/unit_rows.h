// Rows scaled to length 1, as they are read: for embeddings and word counts, where only the
// direction means something.
#pragma once

#include "germane/data/rows.h"

namespace germane {

// The source must outlive it. A row of zeros has no direction: InputError with its number.
class UnitRows final : public RowSource {
 public:
  explicit UnitRows(const RowSource& source) : source_(source) {}

  std::string name() const override { return source_.name(); }
  Index columns() const override { return source_.columns(); }
  const std::vector<std::string>& column_names() const override { return source_.column_names(); }
  Scalar scalar() const override { return source_.scalar(); }
  Index rows() const override { return source_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;

 private:
  const RowSource& source_;
};

}  // namespace germane
