#include "germane/model/kernel_function.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

// By the definition, pair by pair.
double by_definition(const Kernel& kernel, const Vector& x, const Vector& y) {
  if (kernel.kind == "rbf") return std::exp(-kernel.gamma * (x - y).squaredNorm());
  if (kernel.kind == "polynomial")
    return std::pow(kernel.gamma * x.dot(y) + kernel.offset, static_cast<double>(kernel.degree));
  if (kernel.kind == "cosine") return x.dot(y) / (x.norm() * y.norm());
  return x.dot(y);
}

TEST(KernelFunction, AreWhatTheyAreCalled) {
  Random random(1);
  RowMatrix<double> rows(5, 3), others(4, 3);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  for (Index i = 0; i < others.size(); ++i) others.data()[i] = random.normal();
  for (const char* kind : {"linear", "rbf", "polynomial", "cosine"}) {
    const Kernel kernel{kind, 0.7, 2, 3};
    const RowMatrix<double> values = kernel_values(kernel, rows, others);
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 4; ++j)
        EXPECT_NEAR(values(i, j), by_definition(kernel, rows.row(i), others.row(j)), 1e-12) << kind;
  }
}

TEST(KernelFunction, ARowOfZerosHasNoDirection) {
  const RowMatrix<double> rows = RowMatrix<double>::Zero(2, 3);
  EXPECT_TRUE(kernel_values({"cosine"}, rows, rows).isZero(0));
}

TEST(KernelFunction, RbfOfARowWithItselfIsOneHoweverFarOut) {
  RowMatrix<double> rows = RowMatrix<double>::Constant(1, 3, 1e8 / 3);
  EXPECT_EQ(kernel_values({"rbf", 1}, rows, rows)(0, 0), 1);
}

}  // namespace
}  // namespace germane
