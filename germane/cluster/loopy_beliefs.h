// Approximate inference in a Markov field of nodes with k states, in which linked nodes differ, by
// belief propagation: exact on trees of links, an approximation where links form rings.
//
// A node tells each neighbour how probable its states are without that neighbour's word; what the
// neighbour makes of it is 1 minus that. Messages are averaged with the ones before, so that they
// settle. The logarithm of the sum over assignments is Bethe's estimate, no bound.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

struct LoopyBeliefs {
  double log_sum = 0;
  bool settled = false;  // messages stood still within the sweeps allowed
};

// One connected component: `nodes` by their numbers in `apart`, which lists for every node those it
// must differ from, ascending. Fills the rows of its nodes in `marginals`.
LoopyBeliefs loopy_beliefs(const std::vector<Index>& nodes,
                           const std::vector<std::vector<Index>>& apart,
                           const RowMatrix<double>& potentials, RowMatrix<double>& marginals);

}  // namespace germane
