// What sources that show another's rows changed have in common: they pass on what does not change.
#pragma once

#include "germane/data/rows.h"

#include <string>
#include <vector>

namespace germane {

// The source must outlive it.
class RowsLike : public RowSource {
 public:
  explicit RowsLike(const RowSource& source) : source_(source) {}

  std::string name() const override { return source_.name(); }
  Index columns() const override { return source_.columns(); }
  const std::vector<std::string>& column_names() const override { return source_.column_names(); }
  Scalar scalar() const override { return source_.scalar(); }
  Index rows() const override { return source_.rows(); }

 protected:
  const RowSource& source() const { return source_; }

 private:
  const RowSource& source_;
};

}  // namespace germane
