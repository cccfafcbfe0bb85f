// Chunklets and rows that cannot-links keep apart, as a Markov field: nodes with k states, in which
// linked nodes differ and known labels hold.
//
// Groups of nodes that no link joins are independent. Each is summed over exactly where its tables
// are small (elimination.h), and by belief propagation where they are not (loopy_beliefs.h).
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/elimination.h"
#include "germane/data/labelling.h"

#include <vector>

namespace germane {

class LinkField {
 public:
  // `problem` must outlive the field; `most_states`: numbers of the largest table.
  LinkField(const LabellingProblem& problem, double most_states);

  // Makes every state but the known one of a node impossible.             (nodes x k, logarithms)
  void clamp(RowMatrix<double>& potentials) const;

  // The logarithm of the sum over all assignments that respect the links of the product of
  // exp(potentials), and the marginal probabilities of the states of every node.
  double infer(const RowMatrix<double>& potentials, RowMatrix<double>& marginals,
               const Execution& execution) const;

  // The most probable assignment of all nodes together; where sums are not exact, the node to which
  // its neighbours leave the fewest states chooses next (of equals the most certain), the most
  // probable of those, or of all when none is left.
  std::vector<Index> most_probable(const RowMatrix<double>& potentials,
                                   const Execution& execution) const;

  Index groups() const { return static_cast<Index>(groups_.size()); }  // of linked nodes
  Index approximate() const { return approximate_; }                   // of them not exact
  double largest_table() const { return largest_table_; }

 private:
  struct Group {
    std::vector<Index> nodes;
    std::optional<Elimination> exact;
  };

  void fewest_left_first(const Group& group, const RowMatrix<double>& marginals,
                         std::vector<Index>& state) const;

  const LabellingProblem& problem_;
  std::vector<Index> single_;  // nodes without links
  std::vector<Group> groups_;
  Index approximate_ = 0;
  double largest_table_ = 0;
};

}  // namespace germane
