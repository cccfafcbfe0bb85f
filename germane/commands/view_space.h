// The coordinates in which one view is learned from, and the way back from what is learned there.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/scaled_rows.h"
#include "germane/data/side_by_side.h"
#include "germane/data/unit_rows.h"
#include "germane/learn/kernel_basis.h"
#include "germane/learn/row_span.h"
#include "germane/model/model_file.h"
#include "germane/report/report.h"

#include <cstdint>
#include <optional>
#include <string>

namespace germane {

struct ViewSpaceOptions {
  std::string prepare = "none";
  std::optional<KernelOptions> kernel;  // none: the columns themselves
  std::uint64_t seed = 0;
  double memory = 4e9;
};

// Rows as they are prepared, then: coordinates of a kernel; or of the rows' own span, where they
// have as many columns as there are rows or more (a linear kernel needs no more than that); or the
// columns.
class ViewSpace {
 public:
  // What was found out goes into the section.
  ViewSpace(const ViewRows& view, const ViewSpaceOptions& options, const Execution& execution,
            Section& section);

  // In the coordinates; refers to this space.
  ViewRows rows() const;
  // What was learned in the coordinates, for rows of the view.
  ModelView model(const LinearMap& map) const;

  ViewSpace(const ViewSpace&) = delete;
  ViewSpace& operator=(const ViewSpace&) = delete;

 private:
  ViewRows view_;
  std::string prepare_;
  std::optional<UnitRows> unit_;
  std::optional<ScaledRows> scaled_;
  std::optional<KernelMap> kernel_;
  std::optional<RowSpan> span_;
  std::shared_ptr<const RowSource> rows_;
  Index given_ = 0;
};

}  // namespace germane
