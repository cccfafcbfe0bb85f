// The coordinates in which one view is learned from, and the way back from what is learned there.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/scaled_rows.h"
#include "germane/data/side_by_side.h"
#include "germane/data/unit_rows.h"
#include "germane/learn/kernel_basis.h"
#include "germane/learn/reduction.h"
#include "germane/learn/row_span.h"
#include "germane/model/model_file.h"
#include "germane/report/report.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

namespace germane {

struct ViewSpaceOptions {
  std::string prepare = "none";
  std::optional<KernelOptions> kernel;  // none: the columns themselves
  Index project = 0;                    // columns to project wider views to at random; 0: not
  Index pca = 0;                        // principal components to keep of wider views; 0: all
  std::uint64_t seed = 0;
  double memory = 4e9;
  double own_columns = 1;  // a row: dense views with fewer are not brought to the rows' span
};

// Rows as they are prepared, then: coordinates of a kernel; or the columns, projected at random
// and to their principal components if that is asked for, and where there are still as many columns
// as rows or more (`own_columns`), coordinates of the rows' own span (a linear kernel needs no more
// than that).
class ViewSpace {
 public:
  // What was found out goes into the section.
  ViewSpace(const ViewRows& view, const ViewSpaceOptions& options, const Execution& execution,
            Section& section);

  // In the coordinates; refers to this space.
  ViewRows rows() const;
  // What was learned in the coordinates, for rows of the view.
  ModelView model(const LinearMap& map) const;
  // What was told of the coordinates, for rows of the view as they are before --prepare
  // standardize; not with a kernel, whose space holds points that are no rows, nor of a reduced
  // view.
  ViewPrediction in_columns(ViewPrediction prediction) const;

  bool has_kernel() const { return kernel_.has_value(); }
  bool is_reduced() const { return !reductions_.empty(); }           // by --project or --pca
  const RowSpan* span() const { return span_ ? &*span_ : nullptr; }  // null: none

  ViewSpace(const ViewSpace&) = delete;
  ViewSpace& operator=(const ViewSpace&) = delete;

 private:
  const RowSource* reduce(const RowSource* rows, const ViewSpaceOptions& options,
                          const Execution& execution, Section& section);

  ViewRows view_;
  std::string prepare_;
  std::optional<UnitRows> unit_;
  std::optional<ScaledRows> scaled_;
  std::optional<KernelMap> kernel_;
  std::deque<Reduction> reductions_;                // one after the other
  std::deque<std::unique_ptr<RowSource>> reduced_;  // the rows after each
  std::optional<RowSpan> span_;
  std::shared_ptr<const RowSource> rows_;
  Index given_ = 0;
};

}  // namespace germane
