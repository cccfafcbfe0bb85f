// What constrained k-means assigns: chunklets as wholes and single rows (nodes), and the links that
// are left between them.
//
// Hard links: groups and must-links are closed into chunklets, and each cannot-link is a link of
// infinite cost between two nodes. Soft links: only groups are wholes, and every link costs its
// weight where it is violated.
#pragma once

#include "germane/base/random.h"
#include "germane/data/side_information.h"

#include <vector>

namespace germane {

// From one linked node to another. Violated when the two are together though `apart`, or the other
// way round.
struct NodeLink {
  Index other = 0;
  double cost = 0;  // of a violation
  bool apart = true;

  bool violated(Index own, Index others) const { return (own == others) == apart; }
};

struct ConstrainedNodes {
  std::vector<Index> of_row;  // the node of each row; nodes are numbered by their first rows
  std::vector<Index> sizes;   // rows of each node
  // Linked nodes have places of their own, in the order of nodes.
  std::vector<Index> linked;                   // by place: the node
  std::vector<std::vector<NodeLink>> links;    // by place; `other` is a place too
  std::vector<std::vector<Index>> components;  // of places that links join
  std::vector<Index> start;  // by place: labels that violate no link; empty: none is known

  Index nodes() const { return static_cast<Index>(sizes.size()); }
  Index places() const { return static_cast<Index>(linked.size()); }
};

// Throws InputError for links that contradict the chunklets, with the chain that does, and for rows
// out of range; NumericalError when no labelling by k clusters respects all links, naming nodes
// that exclude each other, and when none is found within the steps.
ConstrainedNodes hard_nodes(const SideInformation& given, const Ids& ids, Index rows, Index k,
                            Index search_steps, Random random);

// Costs are the links' weights. `start` is filled when all links can hold and it was seen so.
ConstrainedNodes soft_nodes(const SideInformation& given, const Ids& ids, Index rows, Index k,
                            Index search_steps, Random random);

}  // namespace germane
