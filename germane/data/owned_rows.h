// A table in memory of its own.
#pragma once

#include "germane/data/rows.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace germane {

// Does not show all rows at once, so that they are summed in the order in which rows of a file are,
// and give the same bits. `gaps`: NaN stands for a missing cell, and is not refused.
template <class T>
class OwnedRows final : public RowSource {
 public:
  OwnedRows(RowMatrix<T> numbers, std::vector<std::string> names, const std::string& name,
            bool gaps = false)
      : numbers_(std::move(numbers)),
        rows_(view_rows(numbers_), std::move(names), name),
        gaps_(gaps) {}

  std::string name() const override { return rows_.name(); }
  Index columns() const override { return rows_.columns(); }
  const std::vector<std::string>& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return rows_.scalar(); }
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    std::unique_ptr<RowReader> reader = rows_.read(block_rows);
    if (gaps_) reader->leave_unchecked();
    return reader;
  }
  RowMatrix<double> gather(std::span<const Index> chosen) const override {
    if (!gaps_) return rows_.gather(chosen);
    RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns());
    for (Index i = 0; i < gathered.rows(); ++i)
      gathered.row(i) = numbers_.row(chosen[static_cast<std::size_t>(i)]).template cast<double>();
    return gathered;
  }

 private:
  const RowMatrix<T> numbers_;
  const MemoryRows<T> rows_;
  const bool gaps_;
};

}  // namespace germane
