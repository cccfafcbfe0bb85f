#include "germane/cluster/chunklet_terms.h"

#include "germane/base/turnstile.h"
#include "germane/linalg/one_thread.h"

#include <algorithm>
#include <numeric>

namespace germane {

ChunkletTerms::ChunkletTerms(const HintedRows& hinted, RowMatrix<double> rows, Index table_rows,
                             bool once, double most_states)
    : of_(hinted),
      rows_(std::move(rows)),
      hinted_(at(table_rows), 0),
      draws_(Vector::Zero(hinted.problem.nodes())),
      field_(hinted.problem, most_states) {
  for (const Index row : hinted.rows) hinted_[at(row)] = 1;
  for (const Index node : hinted.node_of_row) draws_[node] += 1;
  if (once) draws_.setOnes();
}

Index ChunkletTerms::tasks() const {
  const Index together = rows_together(rows_.cols());
  return (rows_.rows() + together - 1) / together;
}

// log of pi_c^draws prod_i N(x_i | c) for every node; what is known makes the rest impossible.
RowMatrix<double> ChunkletTerms::potentials(const Mixture& mixture,
                                            const Execution& execution) const {
  const OneThread guard;
  const MixtureDensity density(mixture);
  const Index k = mixture.components(), together = rows_together(rows_.cols());
  RowMatrix<double> of_rows(rows_.rows(), k);
  execution.pool.run(tasks(), [&](std::int64_t task) {
    execution.stop_if_requested();
    const Index first = task * together, count = std::min(together, rows_.rows() - first);
    MixtureDensity::Scratch scratch;
    ComponentTable table(count, k);
    density.log_densities(rows_.middleRows(first, count), scratch, table);
    of_rows.middleRows(first, count) = table.matrix();
  });
  RowMatrix<double> of_nodes = draws_ * density.log_weights().transpose();
  for (Index i = 0; i < rows_.rows(); ++i) of_nodes.row(of_.node_of_row[at(i)]) += of_rows.row(i);
  field_.clamp(of_nodes);
  return of_nodes;
}

void ChunkletTerms::add(const Mixture& mixture, bool only_log_likelihood, MixtureSums& sums,
                        const Execution& execution) const {
  const Index k = mixture.components(), together = rows_together(rows_.cols());
  const RowMatrix<double> potential = potentials(mixture, execution);
  RowMatrix<double> marginals(potential.rows(), k);
  sums.add_log_likelihood(field_.infer(potential, marginals, execution));
  if (only_log_likelihood) return;
  const OneThread guard;
  run_in_order(
      execution.pool, tasks(),
      [&](std::int64_t task) {
        const Index first = task * together, count = std::min(together, rows_.rows() - first);
        ComponentTable table(count, k);
        for (Index i = 0; i < count; ++i)
          table.row(i) = marginals.row(of_.node_of_row[at(first + i)]).array();
        MixtureSums part(mixture);
        MixtureSums::Scratch scratch;
        part.add(rows_.middleRows(first, count), table, false, scratch);
        return part;
      },
      [&](const MixtureSums& part) { sums.merge(part); });
  for (Index c = 0; c < k; ++c) sums.add_draws(c, draws_.dot(marginals.col(c)));
}

// Greedily: the label and the component with the largest posterior among those left.
std::vector<Index> ChunkletTerms::numbers_for(const Mixture& start) const {
  const Index k = start.components();
  std::vector<Index> number(at(k), -1);
  const auto& known = of_.problem.known;
  const Index labels = known.empty() ? 0 : *std::max_element(known.begin(), known.end()) + 1;
  if (labels > 0) {
    const MixtureDensity density(start);
    RowMatrix<double> affinity = RowMatrix<double>::Zero(labels, k);  // rows of label in component
    MixtureDensity::Scratch scratch;
    ComponentTable table(1, k);
    for (Index i = 0; i < rows_.rows(); ++i) {
      const Index label = known[at(of_.node_of_row[at(i)])];
      if (label < 0) continue;
      density.posteriors(rows_.middleRows(i, 1), scratch, table);
      affinity.row(label) += table.row(0).matrix();
    }
    for (Index step = 0; step < labels; ++step) {
      Index label = 0, component = 0;
      affinity.maxCoeff(&label, &component);
      number[at(component)] = label;
      affinity.row(label).setConstant(-1);
      affinity.col(component).setConstant(-1);
    }
  }
  Index next = labels;
  for (Index& place : number)
    if (place < 0) place = next++;
  return number;
}

RowMatrix<double> ChunkletTerms::node_posteriors(const Mixture& mixture,
                                                 const Execution& execution) const {
  const RowMatrix<double> potential = potentials(mixture, execution);
  RowMatrix<double> marginals(potential.rows(), potential.cols());
  field_.infer(potential, marginals, execution);
  return marginals;
}

std::vector<Index> ChunkletTerms::most_probable(const Mixture& mixture,
                                                const Execution& execution) const {
  return field_.most_probable(potentials(mixture, execution), execution);
}

}  // namespace germane
