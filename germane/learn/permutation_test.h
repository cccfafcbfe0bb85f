// Whether components shared by views could be chance: permutation tests, step by step.
//
// For component k what the first k components explain is taken out of every view, the objects of
// all views but the first are exchanged at random, and the leading value of what is left is
// compared with that of the views as they are. (Comparing the k-th value with permuted k-th values
// instead rejects a second component that is not there four times as often as it should.) Of
// exchangeable objects; where only those of one group are, only these change places.
#pragma once

#include "germane/base/parallel.h"
#include "germane/learn/white_views.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace germane {

struct PermutationPlan {
  Index permutations = 999;
  double level = 0.05;             // the first component above it is the last that is tested
  std::vector<Index> groups = {};  // of the objects, -1: in none, and left in place; empty: one
  std::uint64_t seed = 0;
};

// The rows of each view but the first, in some order.
using Orders = std::vector<std::vector<Index>>;  // by view; that of the first is empty

// How well the views of a sample agree when their rows stand in other orders; made for one sample.
using Agreement = std::function<double(const Orders&)>;
using AgreementOf = std::function<Agreement(const ViewSample&)>;

// With a ridge that is given: the leading singular value of M_12, or, of more views, the leading
// eigenvalue of M (white_views.h). Views are made white once, as orders do not change them.
AgreementOf white_agreement(const ViewOptions& options, OwnBlocks own, const std::string& method);

// The p-values of the leading components, never falling: (1 + permutations that agree as well) / (1
// + permutations). `sample` holds rows, whole; `maps` were learned from it. The same for any number
// of threads.
std::vector<double> permutation_tests(const ViewSample& sample, const ViewMaps& maps,
                                      const AgreementOf& agreement, const PermutationPlan& plan,
                                      const Execution& execution);

// The sample with the rows of its views in the given orders.
ViewSample reordered(const ViewSample& sample, const Orders& orders);

}  // namespace germane
