#include "germane/model/model_rows.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

TEST(ModelRows, DoWhatTheModelDoesInItsOrder) {
  Random random(1);
  RowMatrix<double> rows(9, 3);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  Model model;
  model.map.prepare = "unit-rows";
  KernelMap kernel;
  kernel.kernel = {"polynomial", 1, 1, 2};
  kernel.center = Vector::Zero(3);
  kernel.scale = Vector::Ones(3);
  kernel.landmarks = rows.topRows(4);
  kernel.basis = Matrix::Identity(4, 4);
  model.kernel = kernel;
  model.map.center = Vector::Constant(4, 0.25);
  model.map.map = Matrix::Ones(1, 4);
  EXPECT_EQ(model.inputs(), 3);

  RowMatrix<double> unit = rows;
  unit.rowwise().normalize();
  const Vector expected =
      kernel_values(kernel.kernel, unit, kernel.landmarks).rowwise().sum().array() - 1;
  const MemoryRows<double> source(rows);
  const ModelRows mapped(source, model);
  const std::vector<Index> all = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_TRUE(Vector(mapped.gather(all).col(0)).isApprox(expected, 1e-12));
  EXPECT_EQ(mapped.columns(), 1);
  EXPECT_EQ(mapped.rows(), 9);
}

TEST(ModelRows, OtherColumnsAreRefused) {
  Model model;
  model.map.center = Vector::Zero(2);
  model.map.map = Matrix::Identity(2, 2);
  const RowMatrix<double> rows = RowMatrix<double>::Zero(1, 3);
  const MemoryRows<double> source(rows);
  EXPECT_THROW(ModelRows(source, model), InputError);
}

}  // namespace
}  // namespace germane
