#include "germane/learn/catalog.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/lda.h"
#include "germane/learn/pca.h"
#include "germane/learn/rca.h"
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

}  // namespace

const std::vector<LearnMethod>& learn_methods() {
  static const std::vector<LearnMethod> methods = {
      {"rca",
       "whiten what varies inside chunklets",
       SideNeeds::kChunklets,
       "[BarHillelTR03, Alg. 1]",
       {"wccn"},
       [] { return set_up_within<RcaOptions>(learn_rca, false); }},
      {"lda",
       "directions that separate labelled classes",
       SideNeeds::kLabels,
       "[BarHillelTR03, sec. 6]",
       {"fld", "fisherfaces"},
       [] { return set_up_within<LdaOptions>(learn_lda, true); }},
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
