#include "germane/learn/setups.h"

#include "germane/base/text.h"
#include "germane/data/components.h"
#include "germane/data/hinted_rows.h"
#include "germane/data/linked_rows.h"
#include "germane/learn/mmc.h"
#include "germane/learn/mmc_pairs.h"
#include "germane/learn/online_rca.h"
#include "germane/learn/sampled_lda.h"

#include <memory>
#include <vector>

namespace germane {
namespace {

// A method over the rows and hints themselves: learn(rows and hints, its options).
template <class Options, class Learn>
LearnSetup set_up_rows(Learn learn_method) {
  const auto options = std::make_shared<Options>();
  LearnSetup setup;
  setup.options = list_options(*options);
  setup.needs_scatter = [] { return false; };
  setup.takes_links_as_given = false;
  setup.learn_rows = [options, learn_method](const LearnRows& given) {
    return learn_method(given, *options);
  };
  return setup;
}

Learned<LinearMap> mmc_of(const LearnRows& given, const MmcOptions& options) {
  Summary about_pairs;
  const MmcPairs pairs = mmc_pairs(given.rows, given.chunklets, given.cannot_links,
                                   options.most_pairs, given.seed, about_pairs);
  Learned<LinearMap> learned =
      learn_mmc(pairs.rows, pairs.same, pairs.different, options, given.execution);
  learned.summary.notes.insert(learned.summary.notes.begin(), about_pairs.notes.begin(),
                               about_pairs.notes.end());
  return learned;
}

Learned<LinearMap> sampled_lda_of(const LearnRows& given, const SampledLdaOptions& options) {
  const bool counted = given.k == 0 && !given.labels.of_row.empty();
  const Index k = counted ? given.labels.count() : given.k;
  const HintedRows hinted = hinted_rows(given.chunklets, given.cannot_links, given.labels, k);
  const auto name_of = [&](Index node) {
    return fmt::format("row {}", hinted.rows[static_cast<std::size_t>(hinted.first_row(node))]);
  };
  Learned<LinearMap> learned =
      learn_sampled_lda(given.rows.gather(hinted.rows), hinted.node_of_row, hinted.problem, options,
                        given.seed, name_of, given.execution);
  if (counted)
    learned.summary.notes.push_back(
        fmt::format("there are {} labels, so {} classes; pass --k if there are more", k, k));
  return learned;
}

// The pairs as they were given, then what groups add: neighbours in a chunklet that the pairs so
// far have not joined, in the order of the rows. A pair that follows from others would count twice.
std::vector<Link> stream_of(const LearnRows& given) {
  std::vector<Link> pairs = given.must_links;
  Components joined(given.chunklets.rows());
  for (const Link& link : pairs) joined.join(link.a, link.b);
  std::vector<Index> last(static_cast<std::size_t>(given.chunklets.codes()), -1);
  for (Index row = 0; row < given.chunklets.rows(); ++row) {
    const Index chunklet = given.chunklets.of(row);
    if (chunklet < 0) continue;
    Index& before = last[static_cast<std::size_t>(chunklet)];
    if (before >= 0 && joined.join(before, row)) pairs.push_back({before, row});
    before = row;
  }
  return pairs;
}

Learned<LinearMap> online_rca_of(const LearnRows& given, const OnlineRcaOptions& options) {
  std::vector<Link> pairs = stream_of(given);
  const RowMatrix<double> rows = rows_of_links(given.rows, {&pairs});
  return learn_online_rca(rows, pairs, options, given.execution);
}

}  // namespace

LearnSetup set_up_sampled_lda() {
  LearnSetup setup = set_up_rows<SampledLdaOptions>(sampled_lda_of);
  setup.wants_k = true;
  return setup;
}

LearnSetup set_up_online_rca() { return set_up_rows<OnlineRcaOptions>(online_rca_of); }

LearnSetup set_up_mmc() { return set_up_rows<MmcOptions>(mmc_of); }

}  // namespace germane
