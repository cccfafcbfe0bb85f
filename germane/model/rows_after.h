// The rows of a source after a map, computed as they are read; float32 stays float32.
#pragma once

#include "germane/data/changed_reader.h"
#include "germane/data/rows.h"

#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace germane {

// Map: inputs(), outputs(), and apply() for rows of either scalar. Both the source and the map must
// outlive it.
template <class Map>
class RowsAfter final : public RowSource {
 public:
  RowsAfter(const RowSource& source, const Map& map) : source_(source), map_(map) {
    assert(source.columns() == map.inputs());
  }

  std::string name() const override { return source_.name(); }
  Index columns() const override { return map_.outputs(); }
  const std::vector<std::string>& column_names() const override { return unnamed_; }
  Scalar scalar() const override { return source_.scalar(); }
  Index rows() const override { return source_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    const auto change = [this](const auto& rows, Index /*first*/) { return map_.apply(rows); };
    return std::make_unique<ChangedReader<decltype(change)>>(source_.read(block_rows), change);
  }
  RowMatrix<double> gather(std::span<const Index> chosen) const override {
    return map_.apply(source_.gather(chosen));
  }

 private:
  const RowSource& source_;
  const Map& map_;
  std::vector<std::string> unnamed_;
};

}  // namespace germane
