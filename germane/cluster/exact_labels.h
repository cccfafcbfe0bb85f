// The best labels of a few linked nodes, by branch and bound.
//
// A node's cheapest label, given the labels so far, bounds what it will cost; the node that would
// lose most by its second choice comes next.
#pragma once

#include "germane/cluster/constrained_nodes.h"

#include <vector>

namespace germane {

// The sum minimised is that of linked_labels.h over one component. `label` (by place) has labels
// for its places, which stand where none better are found. True: none better exist; false: not
// decided within the steps.   Cost: O(nodes k) for each step.
bool find_best_labels(const ConstrainedNodes& nodes, const std::vector<Index>& component,
                      const RowMatrix<double>& cost, Index most_steps, std::vector<Index>& label);

}  // namespace germane
