// Exact inference in a Markov field of nodes with k states, in which linked nodes differ: sums over
// all assignments by eliminating one node after the other.
//
// The node with the fewest neighbours left goes first, and links its neighbours to each other: a
// table over them and itself, of k^(neighbours + 1) numbers, is what it costs. A chain or tree of
// links needs tables of k^2, a ring k^3, c nodes that all exclude each other k^c.
#pragma once

#include "germane/linalg/matrix.h"

#include <optional>
#include <vector>

namespace germane {

class Elimination {
 public:
  // One connected component: `nodes` by their numbers in `apart`, which lists for every node those
  // it must differ from. Nothing when a table would exceed `most_states` numbers.
  static std::optional<Elimination> plan(const std::vector<Index>& nodes,
                                         const std::vector<std::vector<Index>>& apart, Index k,
                                         double most_states);

  // log of the sum over assignments in which linked nodes differ of exp(sum over nodes v of
  // potentials(v, state of v)), -infinity when there is none. Fills the rows of its nodes in
  // `marginals` with the probabilities of their states.
  double infer(const RowMatrix<double>& potentials, RowMatrix<double>& marginals) const;

  // Fills in the states of its nodes in the most probable assignment; false when there is none.
  bool most_probable(const RowMatrix<double>& potentials, std::vector<Index>& state) const;

  double states() const { return states_; }  // numbers of its largest table

 private:
  // What eliminating a node takes: a table over itself (fastest) and the nodes that are left.
  struct Step {
    Index node = 0;
    std::vector<Index> others;    // steps at which the other nodes of the table go, ascending
    std::vector<bool> linked;     // by other: whether it must differ from the node
    std::vector<Index> children;  // steps whose sums flow into this table
  };

  template <class Combine>
  std::vector<std::vector<double>> tables(const RowMatrix<double>& potentials,
                                          std::vector<std::vector<double>>& messages,
                                          Combine combine) const;
  Index place_in_message(Index child, Index step, const std::vector<Index>& digits) const;

  Index k_ = 0;
  double states_ = 0;
  std::vector<Step> steps_;
};

}  // namespace germane
