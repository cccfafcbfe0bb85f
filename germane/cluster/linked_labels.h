// The labels of linked nodes, made better from given ones without ever making them worse.
//
//   minimise over labels   sum over nodes p of cost(p, label_p)
//                          + sum over violated links of their cost
//
// Components that no link joins are solved one by one:
//   1. every node takes its cheapest label; if that violates no link, nothing is better;
//   2. else two starts, the labels given and a greedy one (those first who would lose most by their
//      second choice), are improved by changes of one node and by swaps of two labels along a chain
//      of nodes that hang together by links which hold (Kempe), and the better is kept;
//   3. components of few nodes are then searched exactly (exact_labels.h).
// Hard links cost infinity: labels that hold them all go on doing so.
// Finding the best is NP-hard. Cost: O((nodes + links) k) for each sweep of a component.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/constrained_nodes.h"

#include <vector>

namespace germane {

class LinkedLabels {
 public:
  LinkedLabels(const ConstrainedNodes& nodes, Index k);

  // `cost`: places x k; `label`: by place, changed where that lowers the sum; all -1 (soft links
  // only): there are none yet. The same for any
  // number of threads.
  void improve(const RowMatrix<double>& cost, std::vector<Index>& label,
               const Execution& execution) const;

  // The costs of links that are violated, each once.
  double penalty(const std::vector<Index>& label) const;

  // Whether some violation has a price.
  bool soft() const { return soft_; }

  // What violations of one node's links would cost under a label; -1: one that no other node has.
  double penalty_of(Index place, Index own, const std::vector<Index>& label) const;

 private:
  struct Wish {
    Index low, high;  // the labels to be swapped
    Index place;
    bool operator<(const Wish& o) const {
      return low != o.low ? low < o.low : high != o.high ? high < o.high : place < o.place;
    }
  };
  struct Scratch {
    std::vector<double> total;    // by label
    std::vector<Index> cheapest;  // by place: its cheapest label, links aside
    std::vector<Index> chain_of;  // by place: the last chain it was in, by number
    Index chains = 0;             // so far
    Index first_chain = 0;        // of the pair of labels at hand
    std::vector<Index> chain;
    std::vector<Wish> wishes;
  };
  using Nodes = std::vector<Index>;

  void improve_component(const Nodes& nodes, const RowMatrix<double>& cost,
                         std::vector<Index>& label, Scratch& scratch) const;
  bool take_cheapest(const Nodes& nodes, const RowMatrix<double>& cost, std::vector<Index>& label,
                     Scratch& scratch) const;
  bool label_greedily(const Nodes& nodes, const RowMatrix<double>& cost, std::vector<Index>& label,
                      Scratch& scratch) const;
  void descend(const Nodes& nodes, const RowMatrix<double>& cost, std::vector<Index>& label,
               Scratch& scratch) const;
  bool move_single(Index place, const RowMatrix<double>& cost, std::vector<Index>& label,
                   Scratch& scratch) const;
  bool swap_chains(const Nodes& nodes, const RowMatrix<double>& cost, std::vector<Index>& label,
                   Scratch& scratch) const;
  bool swap_chain(const Wish& wish, const RowMatrix<double>& cost, std::vector<Index>& label,
                  Scratch& scratch) const;
  void add_penalties(Index place, const std::vector<Index>& label,
                     std::vector<double>& total) const;
  bool content(Index place, const std::vector<Index>& label, const Scratch& scratch) const;
  double value(const Nodes& nodes, const RowMatrix<double>& cost,
               const std::vector<Index>& label) const;

  const ConstrainedNodes& nodes_;
  const Index k_;
  bool soft_ = false;
};

}  // namespace germane
