// Rows as coordinates in the span of landmarks, in the space of a kernel: a linear method on these
// is the kernel method. Where the landmarks span all rows, inner products of the new rows are the
// kernel itself, up to where the origin is; else their best approximation by the landmarks
// (Nystrom).
//
//   new row = basis k((x - center) / scale, landmarks)
#pragma once

#include "germane/io/archive.h"
#include "germane/model/kernel_function.h"
#include "germane/model/rows_after.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

struct KernelMap {
  Kernel kernel;
  Vector center, scale;         // d: what is done to a row before the kernel sees it
  RowMatrix<double> landmarks;  // m x d, centred and scaled; a precomputed kernel has none
  std::vector<std::int64_t> landmark_columns;  // m: theirs, in the rows of a precomputed kernel
  Matrix basis;                                // r x m

  Index inputs() const { return center.size(); }
  Index outputs() const { return basis.rows(); }

  RowMatrix<double> apply(const RowMatrix<double>& rows) const;
  RowMatrix<float> apply(const RowMatrix<float>& rows) const;  // computed in float64
};

// `prefix`: of the names of its arrays ("text/" for one of several views).
void save(const KernelMap& map, Archive& archive, const std::string& prefix = "");
bool has_kernel_map(const Archive& archive, const std::string& prefix = "");
// Throws InputError for arrays that do not fit each other and kernels that are not known.
KernelMap load_kernel_map(const Archive& archive, const std::string& prefix = "");

using KernelRows = RowsAfter<KernelMap>;

}  // namespace germane
