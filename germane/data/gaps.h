// Missing cells: NaN in rows that were read with gaps allowed. They are counted in one pass, and
// then filled, or their rows left out.
#pragma once

#include "germane/data/rows.h"

#include <memory>
#include <vector>

namespace germane {

struct Gaps {
  Index cells = 0;                // missing
  std::vector<Index> of_column;   // missing in each
  std::vector<Index> whole_rows;  // without a missing cell
  Vector means;                   // of what is there in each column; 0 where nothing is

  Index columns() const;  // with a missing cell
};

// One pass. Infinities are refused as ever.
Gaps find_gaps(const RowSource& rows);

// Every missing cell of a column as the column's `fill`; infinities are refused.
class FilledRows final : public RowSource {
 public:
  FilledRows(std::unique_ptr<RowSource> source, Vector fill);

  std::string name() const override { return source_->name(); }
  Index columns() const override { return source_->columns(); }
  const std::vector<std::string>& column_names() const override { return source_->column_names(); }
  Scalar scalar() const override { return source_->scalar(); }
  Index rows() const override { return source_->rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;

 private:
  std::unique_ptr<RowSource> source_;
  Vector fill_;
};

// Some rows of a source, in ascending order, numbered anew.
class ChosenRows final : public RowSource {
 public:
  ChosenRows(std::shared_ptr<const RowSource> source, std::vector<Index> chosen);

  std::string name() const override { return source_->name(); }
  Index columns() const override { return source_->columns(); }
  const std::vector<std::string>& column_names() const override { return source_->column_names(); }
  Scalar scalar() const override { return source_->scalar(); }
  Index rows() const override { return static_cast<Index>(chosen_.size()); }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;

 private:
  std::shared_ptr<const RowSource> source_;
  std::vector<Index> chosen_;
};

}  // namespace germane
