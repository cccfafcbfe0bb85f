// Rows that are mostly zeros after a linear map, computed as they are read without filling in the
// zeros: map x - map center. Of few columns MappedRows is as quick, and takes the mean off each
// number, which keeps digits where a column is mostly filled.
#pragma once

#include "germane/data/rows.h"
#include "germane/model/linear_map.h"

namespace germane {

class SparseMappedRows final : public RowSource {
 public:
  // The source, which must be sparse, and the map must outlive it.
  SparseMappedRows(const RowSource& source, const LinearMap& map);

  std::string name() const override { return source_.name(); }
  Index columns() const override { return map_.outputs(); }
  const std::vector<std::string>& column_names() const override { return unnamed_; }
  Scalar scalar() const override { return Scalar::kFloat64; }
  Index rows() const override { return source_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;

  // out = the new row.
  void map_row(Index row, double* out) const;

 private:
  const RowSource& source_;
  const LinearMap& map_;
  Vector mapped_center_;
  std::vector<std::string> unnamed_;
};

}  // namespace germane
