// What rows with a hint add to EM: chunklets as a whole, kept apart by cannot-links.
#pragma once

#include "germane/cluster/link_field.h"
#include "germane/cluster/mixture_fit.h"
#include "germane/data/hinted_rows.h"

#include <vector>

namespace germane {

class ChunkletTerms final : public MixtureHints {
 public:
  // `rows` are those of `hinted`, in its order, of a table of `table_rows`; `hinted` must outlive
  // this. `once`: a component is drawn once for each chunklet, not for each of its rows.
  ChunkletTerms(const HintedRows& hinted, RowMatrix<double> rows, Index table_rows, bool once,
                double most_states);

  const std::vector<char>& hinted() const override { return hinted_; }
  std::vector<Index> numbers_for(const Mixture& start) const override;
  void add(const Mixture& mixture, bool only_log_likelihood, MixtureSums& sums,
           const Execution& execution) const override;

  // The posterior of every component for each node.                                  (nodes x k)
  RowMatrix<double> node_posteriors(const Mixture& mixture, const Execution& execution) const;
  // The components of the nodes in the most probable assignment of all.
  std::vector<Index> most_probable(const Mixture& mixture, const Execution& execution) const;
  const LinkField& field() const { return field_; }

 private:
  RowMatrix<double> potentials(const Mixture& mixture, const Execution& execution) const;
  Index tasks() const;

  const HintedRows& of_;
  RowMatrix<double> rows_;
  std::vector<char> hinted_;  // by row of the table
  Vector draws_;              // by node: how often a component was drawn for it
  LinkField field_;
};

}  // namespace germane
