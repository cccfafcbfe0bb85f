// A learned linear map: new row = map (x - center).
#pragma once

#include "germane/data/rows.h"
#include "germane/linalg/matrix.h"

#include <string>
#include <vector>

namespace germane {

struct LinearMap {
  Vector center;                     // d
  Matrix map;                        // k x d
  std::vector<std::string> columns;  // names of the d features; empty = unnamed
  std::string prepare = "none";      // "unit-rows": rows are scaled to length 1 before the map

  Index inputs() const { return map.cols(); }
  Index outputs() const { return map.rows(); }

  RowMatrix<double> apply(const RowMatrix<double>& rows) const;
  RowMatrix<float> apply(const RowMatrix<float>& rows) const;
  // M = map' map: squared distances are (x - y)' M (x - y).
  Matrix mahalanobis() const;
};

// `map` was learned on rows whose columns were divided by `scale`: the same map for the rows as
// they are.
LinearMap undo_scale(LinearMap map, const Vector& scale);

// Every column centred and divided by its standard deviation.
LinearMap standardizing_map(const Vector& mean, const Vector& deviations);

// The rows of a source after a map, computed as they are read; float32 stays float32. Both the
// source and the map must outlive it.
class MappedRows final : public RowSource {
 public:
  MappedRows(const RowSource& source, const LinearMap& map);

  std::string name() const override { return source_.name(); }
  Index columns() const override { return map_.outputs(); }
  const std::vector<std::string>& column_names() const override { return unnamed_; }
  Scalar scalar() const override { return source_.scalar(); }
  Index rows() const override { return source_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;

 private:
  const RowSource& source_;
  const LinearMap& map_;
  std::vector<std::string> unnamed_;
};

}  // namespace germane
