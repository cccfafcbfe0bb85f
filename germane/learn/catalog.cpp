#include "germane/learn/catalog.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/hinted_rows.h"
#include "germane/data/linked_rows.h"
#include "germane/learn/cfld.h"
#include "germane/learn/elda.h"
#include "germane/learn/lda.h"
#include "germane/learn/mmc.h"
#include "germane/learn/mmc_pairs.h"
#include "germane/learn/noise_edge.h"
#include "germane/learn/online_rca.h"
#include "germane/learn/pca.h"
#include "germane/learn/rca.h"
#include "germane/learn/sampled_lda.h"
#include "germane/stats/fourth_moment.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace germane {
namespace {

LearnSetup set_up_pca() {
  const auto options = std::make_shared<PcaOptions>();
  return {list_options(*options), [] { return true; }, nullptr,
          [options](const Statistics& statistics) { return learn_pca(statistics, *options); }};
}

// A method over the within-chunklet covariance.
template <class Options, class Learn>
LearnSetup set_up_within(Learn learn_method, bool always_scatter) {
  struct State {
    Options options;
    std::optional<double> ledoit_wolf;
  };
  const auto state = std::make_shared<State>();
  return {
      list_options(state->options),
      [state, always_scatter] {
        return always_scatter || !state->options.dimensions.is_word() ||
               may_reduce(state->options.within);
      },
      [state](const Statistics& statistics, const RowSource& rows, const Chunklets& chunklets,
              const Execution& execution) {
        if (state->options.within.shrinkage.is("ledoit-wolf") && statistics.chunklets.freedom() > 0)
          state->ledoit_wolf = ledoit_wolf_weight(statistics.chunklets, rows, chunklets, execution);
      },
      [state, learn_method](const Statistics& statistics) {
        return learn_method(statistics, state->options, state->ledoit_wolf);
      }};
}

LearnSetup set_up_elda() {
  struct State {
    EldaOptions options;
    std::optional<double> noise_edge;
  };
  const auto state = std::make_shared<State>();
  LearnSetup setup;
  setup.options = list_options(state->options);
  setup.needs_scatter = [] { return true; };
  setup.settle = [state](const Statistics& statistics, const RowSource& rows,
                         const Chunklets& chunklets, const Execution& /*execution*/) {
    const EldaOptions& options = state->options;
    const bool wanted =
        options.rule == "reassigned" ||
        (options.rule == "auto" && !are_nearly_pairs(chunklets.points(), chunklets.count()));
    if (options.dimensions.is("auto") && wanted && chunklets.count() > 1)
      state->noise_edge = reassigned_edge(statistics, state->options, rows, chunklets);
  };
  setup.learn = [state](const Statistics& statistics) {
    return learn_elda(statistics, state->options, state->noise_edge);
  };
  setup.takes_links_as_given = false;
  setup.choice = [state]() -> std::optional<LearnChoice> {
    if (!state->options.ridge.is("auto")) return {};
    return LearnChoice{"ridge", kEldaRidges, kEldaRidge,
                       [state](double ridge) { state->options.ridge = ridge; }};
  };
  return setup;
}

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
  const HintedRows hinted = hinted_rows(given.chunklets, given.cannot_links, given.labels, given.k);
  const auto name_of = [&](Index node) {
    return fmt::format("row {}", hinted.rows[static_cast<std::size_t>(hinted.first_row(node))]);
  };
  return learn_sampled_lda(given.rows.gather(hinted.rows), hinted.node_of_row, hinted.problem,
                           options, given.seed, name_of, given.execution);
}

// The pairs as they were given; of groups, those of neighbours, in the order of the rows.
std::vector<Link> stream_of(const LearnRows& given) {
  if (!given.must_links.empty()) return given.must_links;
  std::vector<Link> pairs;
  std::vector<Index> last(static_cast<std::size_t>(given.chunklets.codes()), -1);
  for (Index row = 0; row < given.chunklets.rows(); ++row) {
    const Index chunklet = given.chunklets.of(row);
    if (chunklet < 0) continue;
    Index& before = last[static_cast<std::size_t>(chunklet)];
    if (before >= 0) pairs.push_back({before, row});
    before = row;
  }
  return pairs;
}

Learned<LinearMap> online_rca_of(const LearnRows& given, const OnlineRcaOptions& options) {
  std::vector<Link> pairs = stream_of(given);
  const RowMatrix<double> rows = rows_of_links(given.rows, {&pairs});
  return learn_online_rca(rows, pairs, options, given.execution);
}

LearnSetup set_up_sampled_lda() {
  LearnSetup setup = set_up_rows<SampledLdaOptions>(sampled_lda_of);
  setup.wants_k = true;
  return setup;
}

}  // namespace

const std::vector<LearnMethod>& learn_methods() {
  static const std::vector<LearnMethod> methods = {
      {"rca",
       "whiten what varies inside chunklets",
       SideNeeds::kChunklets,
       "[BarHillelTR03, Alg. 1]",
       {"wccn"},
       [] { return set_up_within<RcaOptions>(learn_rca, false); }},
      {"elda",
       "the directions LDA is expected to find, from chunklets alone",
       SideNeeds::kChunklets,
       "[DeBie03, sec. 2]",
       {"expected-lda"},
       [] { return set_up_elda(); }},
      {"cfld",
       "directions that vary much over all rows and little inside chunklets",
       SideNeeds::kChunklets,
       "[BarHillelTR03, Alg. 2]",
       {},
       [] { return set_up_within<CfldOptions>(learn_cfld, true); }},
      {"lda",
       "directions that separate labelled classes",
       SideNeeds::kLabels,
       "[BarHillelTR03, sec. 6]",
       {"fld", "fisherfaces"},
       [] { return set_up_within<LdaOptions>(learn_lda, true); }},
      {"sampled-lda",
       "LDA averaged over labellings that respect must-links, cannot-links and labels",
       SideNeeds::kHints,
       "[DeBie03, sec. 3.2]",
       {},
       [] { return set_up_sampled_lda(); }},
      {"online-rca",
       "rca from pairs as they come, one at a time",
       SideNeeds::kChunklets,
       "[BarHillelTR03, Alg. 3]",
       {},
       [] { return set_up_rows<OnlineRcaOptions>(online_rca_of); }},
      {"mmc",
       "pull same pairs together while different pairs stay apart",
       SideNeeds::kChunklets,
       "Xing, Ng, Jordan and Russell 2002",
       {"xing"},
       [] { return set_up_rows<MmcOptions>(mmc_of); }},
      {"pca",
       "directions in which the rows vary most",
       SideNeeds::kNothing,
       "",
       {"eigenfaces"},
       [] { return set_up_pca(); }},
  };
  return methods;
}

const LearnMethod& find_learn_method(std::string_view name) {
  std::vector<std::string> known;
  for (const LearnMethod& method : learn_methods()) {
    if (method.name == name || std::count(method.aliases.begin(), method.aliases.end(), name) > 0)
      return method;
    known.push_back(method.name);
  }
  const std::string nearest = nearest_word(name, known);
  throw InputError("learn {}: no such method; there are {}{}", quoted(name), join(known, ", "),
                   nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest));
}

}  // namespace germane
