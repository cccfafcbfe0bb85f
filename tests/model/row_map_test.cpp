#include "germane/model/row_map.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

TEST(RowMap, TheKernelComesBeforeTheLinearMap) {
  LinearMap linear;
  linear.center = Vector::Constant(1, 1);
  linear.map = Matrix::Constant(1, 1, 3);
  KernelMap kernel;
  kernel.kernel.kind = "polynomial";
  kernel.kernel.degree = 2;  // (x y + 1)^2
  kernel.center = Vector::Zero(1);
  kernel.scale = Vector::Ones(1);
  kernel.landmarks = RowMatrix<double>::Constant(1, 1, 2);
  kernel.basis = Matrix::Identity(1, 1);
  const RowMatrix<double> rows = RowMatrix<double>::Constant(1, 1, 5);
  EXPECT_EQ(RowMap(linear).apply(rows)(0, 0), 12);
  EXPECT_EQ(RowMap(linear, std::make_shared<const KernelMap>(kernel)).apply(rows)(0, 0), 360);
}

}  // namespace
}  // namespace germane
