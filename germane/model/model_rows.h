// The rows of a table as a model makes them, whatever it does to them first; computed as they are
// read.
#pragma once

#include "germane/data/unit_rows.h"
#include "germane/model/model_file.h"
#include "germane/model/sparse_mapped_rows.h"

#include <optional>

namespace germane {

// The table and the model must outlive it. Throws InputError when the table has other columns than
// the model was learned on.
class ModelRows final : public RowSource {
 public:
  ModelRows(const RowSource& table, const Model& model);

  std::string name() const override { return last_->name(); }
  Index columns() const override { return last_->columns(); }
  const std::vector<std::string>& column_names() const override { return last_->column_names(); }
  Scalar scalar() const override { return last_->scalar(); }
  Index rows() const override { return last_->rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return last_->read(block_rows);
  }
  RowMatrix<double> gather(std::span<const Index> chosen) const override {
    return last_->gather(chosen);
  }

  // The rows that the model's linear map, the last step, is given.
  const RowSource& before_map() const { return *before_map_; }
  // Whether these are too wide to be read before it.
  bool maps_sparse() const { return sparse_.has_value(); }

  ModelRows(const ModelRows&) = delete;
  ModelRows& operator=(const ModelRows&) = delete;

 private:
  std::optional<UnitRows> unit_;
  std::optional<KernelRows> kernel_;
  std::optional<MappedRows> mapped_;
  std::optional<SparseMappedRows> sparse_;  // in its place, where rows are too wide to be filled in
  const RowSource* before_map_;
  const RowSource* last_;
};

}  // namespace germane
