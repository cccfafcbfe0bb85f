// Kernels: inner products of rows in a space of features that is never written down.
#pragma once

#include "germane/linalg/matrix.h"

#include <string>
#include <vector>

namespace germane {

// linear       x'y
// rbf          exp(-gamma |x - y|^2)
// polynomial   (gamma x'y + offset)^degree
// cosine       x'y / (|x| |y|), 0 where a row is 0
// precomputed  a row holds its kernel values with every row that was learned from
struct Kernel {
  std::string kind = "linear";
  double gamma = 1;
  double offset = 1;
  Index degree = 3;
};

const std::vector<std::string>& kernel_kinds();

// Of every row with every other one; not for precomputed kernels.           (n x d, m x d -> n x m)
RowMatrix<double> kernel_values(const Kernel& kernel, const RowMatrix<double>& rows,
                                const RowMatrix<double>& others);

}  // namespace germane
