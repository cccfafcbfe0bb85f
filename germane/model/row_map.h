// All that was learned of rows already prepared: a kernel map, where there is one, then a linear
// map.
#pragma once

#include "germane/model/kernel_map.h"
#include "germane/model/linear_map.h"

#include <memory>
#include <utility>

namespace germane {

struct RowMap {
  RowMap(LinearMap linear, std::shared_ptr<const KernelMap> before = nullptr)
      : kernel(std::move(before)), map(std::move(linear)) {}

  RowMatrix<double> apply(const RowMatrix<double>& rows) const {
    return map.apply(kernel ? kernel->apply(rows) : rows);
  }

  std::shared_ptr<const KernelMap> kernel;  // null: none
  LinearMap map;
};

}  // namespace germane
