// Pairwise component analysis of two or more views [Hardoon10]: functions, one in each view, whose
// values agree on every object, found among all that the views' kernels can express.
//
//   K_i alpha_i = gamma c,   c = sum_i alpha_i                              [Hardoon10, eq. 20]
//
// so that (sum_i K_i^-1) c = c / gamma: c is an eigenvector of the parallel sum of the kernels.
// With every kernel scaled to a mean diagonal of 1 and one ridge kappa, (K_i + kappa I)^-1 =
// (I - H_i) / kappa: the c are the shared scores of gcca (shared_scores.h) and gamma = kappa / (s -
// lambda). View i tells c' (K_i + kappa I)^-1 k_i(x) of a new x. An object belongs to the cluster
// of the component in which that is largest in magnitude.
//
// The system as the paper prints it, with tau for kappa,
//
//   diag(K_1, .., K_s) v = gamma (11' + tau I) (x) I v,   v = (alpha_1, .., alpha_s)
//
// leads with vectors in which the views contradict each other, c about 0; they are left out.
#pragma once

#include "germane/learn/white_views.h"

namespace germane {

struct PwcaOptions {
  ViewOptions views{.ridge = 0.01, .per_object = true};
  std::string system = "parallel-sum";  // or "printed"
};

template <class Visitor>
void describe(PwcaOptions& o, Visitor&& option) {
  describe(o.views, option);
  option("system", o.system, one_of({"parallel-sum", "printed"}),
         "printed: the paper's own system, without the components in which views contradict");
}

inline constexpr Index kLargestSystem = 9000;  // objects times views of the printed one

// Throws as view_ridges() does; InputError for a ridge of 0 or ridges that differ, and, of the
// printed system, for a sample that holds no rows, is too large or lacks views.
Learned<ViewMaps> learn_pwca(const ViewSample& sample, const PwcaOptions& options = {});

}  // namespace germane
