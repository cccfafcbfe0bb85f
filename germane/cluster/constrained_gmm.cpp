#include "germane/cluster/constrained_gmm.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/chunklet_terms.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/mixture_pass.h"

#include <algorithm>
#include <memory>

namespace germane {

namespace {

// A row of each of the nodes, by their ids.
std::string names_of(const std::vector<Index>& nodes, const HintedRows& hinted, const Ids& ids) {
  constexpr std::size_t kShown = 8;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < nodes.size() && i < kShown; ++i)
    names.push_back(ids.text(hinted.rows[at(hinted.first_row(nodes[i]))]));
  return join(names, ", ") + (nodes.size() > kShown ? ", ..." : "");
}

void require_feasible(const HintedRows& hinted, const Ids& ids,
                      const ConstrainedGmmOptions& options) {
  if (hinted.rows.empty()) return;
  const Labelling found = find_labelling(hinted.problem, options.search_steps,
                                         Random(static_cast<std::uint64_t>(options.fit.seed)));
  if (found.outcome == Labelling::Outcome::kFound) return;
  if (found.outcome == Labelling::Outcome::kUndecided)
    throw NumericalError(
        "constrained-gmm: not decided within {} steps whether {} components can respect all "
        "cannot-links; pass more --search-steps, a larger --k, or fewer cannot-links",
        options.search_steps, options.k);
  const std::string named = names_of(found.reason, hinted, ids);
  if (found.reason.size() == 2 && hinted.problem.known[at(found.reason[0])] >= 0)
    throw NumericalError(
        "constrained-gmm: rows {} must differ, but have the same label; mend the cannot-link or "
        "the label",
        named);
  throw NumericalError(
      "constrained-gmm: {} components cannot respect all cannot-links between {} chunklets or "
      "rows, those of rows {}; pass a larger --k or mend the cannot-links",
      options.k, found.reason.size(), named);
}

HintedRows hints_of(const RowSource& rows, const SideInformation& side, const Ids& ids,
                    const ConstrainedGmmOptions& options, Index& chunklets) {
  if (side.empty()) return {};
  const Chunklets closed = closed_chunklets(side, ids);
  chunklets = closed.count();
  HintedRows hinted = hinted_rows(closed, side.cannot_links, side.labels, options.k);
  require_feasible(hinted, ids, options);
  const double bytes = 8 * static_cast<double>(hinted.rows.size()) *
                       static_cast<double>(rows.columns() + 2 * options.k);
  if (bytes > options.fit.memory)
    throw InputError(
        "constrained-gmm: {} with a hint take {}, above memory = {}; raise it or give fewer hints",
        counted(static_cast<Index>(hinted.rows.size()), "row"), byte_size(bytes),
        shortest(options.fit.memory));
  return hinted;
}

}  // namespace

ConstrainedGmmClusters cluster_constrained_gmm(const RowSource& source, const SideInformation& side,
                                               const Ids& ids, const ConstrainedGmmOptions& options,
                                               const Execution& execution) {
  check_options(options);
  ConstrainedGmmClusters result;
  const HintedRows hinted = hints_of(source, side, ids, options, result.chunklets);
  const FitRows rows(source, options.fit.memory, execution);
  std::unique_ptr<const ChunkletTerms> terms;
  if (!hinted.rows.empty())
    terms = std::make_unique<ChunkletTerms>(hinted, rows.rows().gather(hinted.rows), source.rows(),
                                            options.sampling == "chunklets",
                                            static_cast<double>(options.exact_states));
  result.fit = fit_mixture(rows, options.k, options.fit, terms.get(), execution);

  const Mixture& mixture = result.fit.mixture;
  result.cluster = most_probable_components(rows.rows(), mixture, execution);
  if (terms) {
    const std::vector<Index> of_node = terms->most_probable(mixture, execution);
    const RowMatrix<double> posteriors = terms->node_posteriors(mixture, execution);
    result.hinted_posteriors.resize(static_cast<Index>(hinted.rows.size()), options.k);
    for (std::size_t i = 0; i < hinted.rows.size(); ++i) {
      result.cluster[at(hinted.rows[i])] = of_node[at(hinted.node_of_row[i])];
      result.hinted_posteriors.row(static_cast<Index>(i)) = posteriors.row(hinted.node_of_row[i]);
    }
    result.hinted = hinted.rows;
    result.hinted_rows = static_cast<Index>(hinted.rows.size());
    result.groups = terms->field().groups();
    result.approximate = terms->field().approximate();
    result.largest_table = terms->field().largest_table();
  }
  const std::vector<Index> number = numbers_by_first_row(result.cluster, options.k);
  renumber(result.cluster, number);
  result.fit.mixture = reordered(result.fit.mixture, number);
  if (terms)
    result.hinted_posteriors =
        reordered(RowMatrix<double>(result.hinted_posteriors.transpose()), number).transpose();
  result.sizes = cluster_sizes(result.cluster, options.k);
  result.broken_links = std::count_if(
      side.cannot_links.begin(), side.cannot_links.end(),
      [&](const Link& link) { return result.cluster[at(link.a)] == result.cluster[at(link.b)]; });
  return result;
}

}  // namespace germane
