// RCA in the coordinates of a kernel (learn/kernel_basis.h): there are as many of them as rows in
// chunklets, so that the covariance inside chunklets is always singular or nearly so.
//
//   C = S_w / p + rho mean(diag(S_w / p)) I
//
// The ridge is towards the identity, which is that of the kernel's space: shrinking towards the
// diagonal would blow up components that hardly vary, and whose variance is noise.
#pragma once

#include "germane/learn/rca.h"

#include <vector>

namespace germane {

struct KernelRcaOptions {
  WordOr<double> ridge = "auto";  // rho
  RcaOptions rca{.within = {.shrinkage = 0.0}};
};

template <class Visitor>
void describe(KernelRcaOptions& o, Visitor&& option) {
  option("ridge", o.ridge, at_least(0).or_words({"auto"}),
         "weight rho of the identity beside C; auto: chosen on held-out chunklets");
  describe(o.rca, option);
}

// The ridges that are tried, and the one that is taken where nothing can be tried.
inline const std::vector<double> kKernelRcaRidges = {0, 1e-3, 1e-2, 1e-1, 1, 10};
inline constexpr double kKernelRcaRidge = 1;

Learned<LinearMap> learn_kernel_rca(Statistics statistics, const KernelRcaOptions& options = {},
                                    std::optional<double> ledoit_wolf = {});

}  // namespace germane
