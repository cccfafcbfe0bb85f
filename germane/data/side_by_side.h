// Views of the same objects side by side: one long row an object, so that one pass gathers what the
// views have in common.
#pragma once

#include "germane/data/rows.h"

#include <memory>
#include <string>
#include <vector>

namespace germane {

// Where the columns of one view stand in the long row.
struct ViewColumns {
  std::string name;
  Index first = 0, count = 0;
  Index given = 0;  // columns of the view before it was brought to these coordinates; 0: as many
};

struct ViewRows {
  std::string name;
  std::shared_ptr<const RowSource> rows;
  Index given = 0;  // as in ViewColumns
};

class SideBySide final : public RowSource {
 public:
  // Row i of each view is object i. Throws InputError when there is no view, or the numbers of rows
  // differ.
  explicit SideBySide(std::vector<ViewRows> views);

  const std::vector<ViewColumns>& views() const { return columns_of_; }
  const RowSource& view(std::size_t i) const { return *views_[i].rows; }

  std::string name() const override;
  Index columns() const override { return columns_; }
  const std::vector<std::string>& column_names() const override { return names_; }
  Scalar scalar() const override { return scalar_; }
  Index rows() const override { return views_.front().rows->rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;

 private:
  std::vector<ViewRows> views_;
  std::vector<ViewColumns> columns_of_;
  std::vector<std::string> names_;  // none: views may name their columns alike
  Index columns_ = 0;
  Scalar scalar_ = Scalar::kFloat32;  // float64 if one of them is
};

}  // namespace germane
