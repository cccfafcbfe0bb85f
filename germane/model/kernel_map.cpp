#include "germane/model/kernel_map.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/value.h"
#include "germane/linalg/products.h"

#include <algorithm>

namespace germane {
namespace {

constexpr Index kRowsAtOnce = 1024;  // whose kernel values are held

RowMatrix<double> landmark_values(const KernelMap& map, RowMatrix<double> rows) {
  if (map.kernel.kind != "precomputed") {
    rows.rowwise() -= map.center.transpose();
    rows = rows * map.scale.cwiseInverse().asDiagonal();
    return kernel_values(map.kernel, rows, map.landmarks);
  }
  RowMatrix<double> values(rows.rows(), static_cast<Index>(map.landmark_columns.size()));
  for (Index j = 0; j < values.cols(); ++j)
    values.col(j) = rows.col(map.landmark_columns[static_cast<std::size_t>(j)]);
  return values;
}

template <class T>
RowMatrix<T> apply_map(const KernelMap& map, const RowMatrix<T>& rows) {
  RowMatrix<T> out(rows.rows(), map.outputs());
  const RowMatrix<double> basis = map.basis;
  for (Index first = 0; first < rows.rows(); first += kRowsAtOnce) {
    const Index count = std::min(kRowsAtOnce, rows.rows() - first);
    const RowMatrix<double> values =
        landmark_values(map, rows.middleRows(first, count).template cast<double>());
    RowMatrix<double> block(count, map.outputs());
    inner_products(values, basis, block);
    out.middleRows(first, count) = block.cast<T>();
  }
  return out;
}

}  // namespace

RowMatrix<double> KernelMap::apply(const RowMatrix<double>& rows) const {
  return apply_map<double>(*this, rows);
}

RowMatrix<float> KernelMap::apply(const RowMatrix<float>& rows) const {
  return apply_map<float>(*this, rows);
}

void save(const KernelMap& map, Archive& archive, const std::string& prefix) {
  archive.metadata[prefix + "kernel"] = map.kernel.kind;
  archive.set(prefix + "kernel/parameters", Vector{{map.kernel.gamma, map.kernel.offset,
                                                    static_cast<double>(map.kernel.degree)}});
  archive.set(prefix + "kernel/center", map.center);
  archive.set(prefix + "kernel/scale", map.scale);
  archive.set(prefix + "kernel/basis", RowMatrix<double>(map.basis));
  if (map.kernel.kind == "precomputed")
    archive.set(prefix + "kernel/columns", map.landmark_columns);
  else
    archive.set(prefix + "kernel/landmarks", map.landmarks);
}

bool has_kernel_map(const Archive& archive, const std::string& prefix) {
  return archive.metadata.count(prefix + "kernel") > 0;
}

KernelMap load_kernel_map(const Archive& archive, const std::string& prefix) {
  KernelMap map;
  map.kernel.kind = archive.text(prefix + "kernel");
  const std::vector<std::string>& kinds = kernel_kinds();
  if (std::find(kinds.begin(), kinds.end(), map.kernel.kind) == kinds.end())
    throw InputError("{}: kernel {}; this version knows {}", archive.path, quoted(map.kernel.kind),
                     join(kinds, ", "));
  const Vector& parameters = archive.vector(prefix + "kernel/parameters", 3);
  map.kernel.gamma = parameters[0];
  map.kernel.offset = parameters[1];
  map.center = archive.vector(prefix + "kernel/center");
  map.scale = archive.vector(prefix + "kernel/scale", map.inputs());
  map.basis = archive.matrix(prefix + "kernel/basis");
  const bool fits =
      parameters[2] >= 1 && parameters[2] <= 100 && (map.inputs() == 0 || map.scale.minCoeff() > 0);
  if (!fits)
    throw InputError(
        "{}: a kernel of degree {} or columns divided by 0 cannot be; the file is "
        "damaged",
        archive.path, parameters[2]);
  map.kernel.degree = static_cast<Index>(parameters[2]);
  if (map.kernel.kind != "precomputed") {
    map.landmarks = archive.matrix(prefix + "kernel/landmarks", map.basis.cols(), map.inputs());
    return map;
  }
  map.landmark_columns = archive.integers(prefix + "kernel/columns", map.basis.cols());
  for (const std::int64_t column : map.landmark_columns)
    if (column < 0 || column >= map.inputs())
      throw InputError("{}: landmark {} of a kernel with {}; the file is damaged", archive.path,
                       column, counted(map.inputs(), "column"));
  return map;
}

}  // namespace germane
