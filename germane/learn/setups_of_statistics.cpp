#include "germane/learn/setups.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/cfld.h"
#include "germane/learn/elda.h"
#include "germane/learn/kernel_basis.h"
#include "germane/learn/kernel_rca.h"
#include "germane/learn/lda.h"
#include "germane/learn/noise_edge.h"
#include "germane/learn/pca.h"
#include "germane/learn/pca_solver.h"
#include "germane/learn/rca.h"
#include "germane/stats/fourth_moment.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace germane {
namespace {

Index all_columns(Index columns, Index /*chunklets*/) { return columns; }

Index fewer_than_classes(Index columns, Index classes) {
  return std::clamp<Index>(classes - 1, 1, columns);
}

// Dimensions to be tried on held-out chunklets: few, growing by about 1.6, and all. `state` owns
// the field.
LearnChoice dimensions_choice(Index most, std::shared_ptr<void> state,
                              WordOr<std::int64_t>& field) {
  LearnChoice choice{"dimensions", {}, static_cast<double>(most), nullptr, true};
  for (Index few = 1, next = 2; few < most; few = std::exchange(next, few + next))
    choice.values.push_back(static_cast<double>(few));
  choice.values.push_back(static_cast<double>(most));
  choice.set = [state = std::move(state), &field](double dimensions) {
    field = static_cast<std::int64_t>(dimensions);
  };
  return choice;
}

// A kernel's space has as many dimensions as the rows span, and fewer without a fold: more than
// that cannot be had, and a note says so.
std::string fit_dimensions(WordOr<std::int64_t>& dimensions, Index width) {
  if (dimensions.is_word() || dimensions.number <= width) return "";
  std::string note = fmt::format("{} dimensions asked for, the space of the kernel has {}",
                                 dimensions.number, width);
  dimensions = static_cast<std::int64_t>(width);
  return note;
}

// A method over the within-chunklet covariance. `tried`: the word by which its dimensions are left
// open; `most`: how many it can have of so many columns and chunklets.
template <class Options, class Learn>
LearnSetup set_up_within(Learn learn_method, bool always_scatter, const std::string& tried,
                         Index (*most)(Index columns, Index chunklets) = all_columns) {
  struct State {
    Options options;
    std::optional<double> ledoit_wolf;
  };
  const auto state = std::make_shared<State>();
  LearnSetup setup{
      list_options(state->options),
      [state, always_scatter] {
        return always_scatter || !state->options.dimensions.is("all") ||
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
  setup.equal_chunklets = [state] { return state->options.within.chunklet_weights == "equal"; };
  setup.choices = [state, tried, most](Index columns, Index chunklets) {
    std::vector<LearnChoice> open;
    if (state->options.dimensions.is(tried))
      open.push_back(dimensions_choice(most(columns, chunklets), state, state->options.dimensions));
    return open;
  };
  return setup;
}

LearnSetup set_up_expected(bool in_kernel) {
  struct State {
    EldaOptions options;
    std::optional<double> noise_edge;
    bool tries_ridges = false;
  };
  const auto state = std::make_shared<State>();
  if (in_kernel) state->options.towards = "identity";
  LearnSetup setup;
  setup.options = list_options(state->options);
  setup.needs_scatter = [] { return true; };
  setup.settle = [state](const Statistics& statistics, const RowSource& rows,
                         const Chunklets& chunklets, const Execution& execution) {
    const EldaOptions& options = state->options;
    const bool wanted =
        options.rule == "reassigned" ||
        (options.rule == "auto" && !are_nearly_pairs(chunklets.points(), chunklets.count()));
    if (options.dimensions.is_word() && !options.dimensions.is("all") && wanted &&
        chunklets.count() > 1)
      state->noise_edge = reassigned_edge(statistics, state->options, rows, chunklets, execution);
  };
  setup.learn = [state, in_kernel](const Statistics& statistics) {
    // Who asks for a ridge of 0 gets it; where one is to be chosen, 0 would win by luck.
    const WordOr<double>& ridge = state->options.ridge;
    if (state->tries_ridges && !ridge.is_word() && ridge.number == 0 &&
        needs_a_ridge(statistics, state->options))
      throw NumericalError(
          "not tried: {} in chunklets and {} leave every lambda at 1 or -1, whatever the data",
          counted(statistics.chunklets.points(), "point"), counted(statistics.width(), "column"));
    EldaOptions fitting = state->options;
    const std::string note =
        in_kernel ? fit_dimensions(fitting.dimensions, statistics.width()) : "";
    Learned<LinearMap> learned = learn_elda(statistics, fitting, state->noise_edge);
    if (!note.empty()) learned.summary.warnings.push_back(note);
    return learned;
  };
  setup.takes_links_as_given = false;
  setup.depends_on_units = [state] {
    const WordOr<double>& ridge = state->options.ridge;
    return state->options.towards == "identity" && (ridge.is_word() || ridge.number > 0);
  };
  setup.choices = [state](Index columns, Index /*chunklets*/) {
    std::vector<LearnChoice> open;
    if (state->options.ridge.is("auto"))
      open.push_back({"ridge", kEldaRidges, kEldaRidge, [state](double ridge) {
                        state->options.ridge = ridge;
                        state->tries_ridges = true;
                      }});
    if (state->options.dimensions.is("held-out"))
      open.push_back(dimensions_choice(columns, state, state->options.dimensions));
    return open;
  };
  return setup;
}

// A method over statistics, in the space of a kernel.
LearnSetup set_up_kernel(LearnSetup linear) {
  const auto options = std::make_shared<KernelOptions>();
  LearnSetup setup = std::move(linear);
  std::vector<Option> all = list_options(*options);
  std::move(setup.options.begin(), setup.options.end(), std::back_inserter(all));
  setup.options = std::move(all);
  setup.takes_links_as_given = false;
  setup.kernel_basis = [options](const RowSource& rows, const Chunklets& chunklets,
                                 const Vector& center, const Vector& scale, std::uint64_t seed,
                                 const Execution& execution) {
    return kernel_basis(rows, chunklets, center, scale, *options, seed, execution);
  };
  setup.depends_on_units = [options] { return options->kernel != "precomputed"; };
  return setup;
}

}  // namespace

LearnSetup set_up_pca() {
  const auto options = std::make_shared<PcaOptions>();
  LearnSetup setup{list_options(*options), [] { return true; }, nullptr,
                   [options](const Statistics& statistics) {
                     Learned<LinearMap> learned = learn_pca(statistics, *options);
                     learned.summary.fact("solver", "primal");
                     return learned;
                   }};
  const auto solver_for = [options](const RowSource& rows, double memory) {
    return pca_solver(shape_of(rows, memory), *options);
  };
  setup.is_wide = [solver_for](const RowSource& rows, double memory) {
    return solver_for(rows, memory) != "primal";
  };
  setup.learn_wide = [options, solver_for](const RowSource& rows, double memory, std::uint64_t seed,
                                           const Execution& execution) {
    return learn_pca_of_rows(rows, solver_for(rows, memory), *options, memory, seed, execution);
  };
  setup.depends_on_units = [options] {  // all directions, whitened: Mahalanobis' distances
    return !options->whiten || !options->dimensions.is("all");
  };
  return setup;
}

LearnSetup set_up_rca() { return set_up_within<RcaOptions>(learn_rca, false, "auto"); }

LearnSetup set_up_cfld() { return set_up_within<CfldOptions>(learn_cfld, true, "held-out"); }

LearnSetup set_up_lda() {
  return set_up_within<LdaOptions>(learn_lda, true, "held-out", fewer_than_classes);
}

LearnSetup set_up_elda() { return set_up_expected(false); }

LearnSetup set_up_kernel_elda() { return set_up_kernel(set_up_expected(true)); }

LearnSetup set_up_kernel_rca() {
  const auto options = std::make_shared<KernelRcaOptions>();
  LearnSetup setup;
  setup.options = list_options(*options);
  setup.needs_scatter = [] { return true; };
  setup.learn = [options](const Statistics& statistics) {
    KernelRcaOptions fitting = *options;
    const std::string note = fit_dimensions(fitting.rca.dimensions, statistics.width());
    Learned<LinearMap> learned = learn_kernel_rca(statistics, fitting);
    if (!note.empty()) learned.summary.warnings.push_back(note);
    return learned;
  };
  setup.equal_chunklets = [options] { return options->rca.within.chunklet_weights == "equal"; };
  setup.choices = [options](Index columns, Index /*chunklets*/) {
    std::vector<LearnChoice> open;
    if (options->ridge.is("auto"))
      open.push_back({"ridge", kKernelRcaRidges, kKernelRcaRidge,
                      [options](double ridge) { options->ridge = ridge; }});
    if (options->rca.dimensions.is("auto"))
      open.push_back(dimensions_choice(columns, options, options->rca.dimensions));
    return open;
  };
  return set_up_kernel(std::move(setup));
}

}  // namespace germane
