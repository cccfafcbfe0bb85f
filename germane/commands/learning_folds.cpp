#include "germane/commands/learn_sections.h"
#include "germane/commands/learning.h"
#include "germane/commands/plots_learn.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/stats/gather.h"

namespace germane {
namespace {

constexpr Index kFolds = 5;
constexpr Index kChoiceFolds = 10;  // [DeBie03, 4.2]
constexpr Index kCheckPairs = 10000;
// Wider tables are checked only if the folds' matrices fit: each fold has its own.
constexpr double kCheckMemoryShare = 0.5;

}  // namespace

Folds Learning::folds_for(const Chunklets& chunklets, Index columns, bool to_choose) {
  if ((input_.check == "none" && !to_choose) || chunklets.count() == 0 || !checks_) return {};
  const std::string without = to_choose ? "nothing is chosen, and no check" : "no check";
  const Index wanted = to_choose ? kChoiceFolds : kFolds;
  const Index copies = sums_in_memory(columns, execution_.pool.threads());
  const double bytes = 8.0 * static_cast<double>(columns) * static_cast<double>(columns) * 3 *
                       static_cast<double>((wanted + 1) * copies);
  if (bytes > kCheckMemoryShare * input_.memory) {
    report_.notes.push_back(fmt::format("{}: the folds would take {}; raise --memory to have it",
                                        without, byte_size(bytes)));
    return {};
  }
  const auto seed = static_cast<std::uint64_t>(input_.seed);
  Folds folds =
      labelled_ ? deal_rows(chunklets, wanted, seed) : deal_folds(chunklets, wanted, seed);
  if (folds.count >= 2) return folds;
  report_.notes.push_back(without + ": with one chunklet nothing can be held out");
  return {};
}

HeldOutPairs Learning::held_out(const Given& given, const Folds& folds) const {
  return hold_out_pairs(given.chunklets, folds, given.side.cannot_links, labelled_, kCheckPairs,
                        static_cast<std::uint64_t>(input_.seed));
}

// Tries candidates, each set before it is learned, on held-out pairs.
Choice Learning::try_on_folds(const std::vector<Value>& values,
                              const std::function<void(std::size_t)>& set, const Given& given,
                              const Folds& folds, const std::vector<Training>& training,
                              bool first_of_equals) const {
  const HeldOutPairs pairs = held_out(given, folds);
  const Trial trial{.rows = given.rows,
                    .pairs = pairs,
                    .values = values,
                    .learn =
                        [&](std::size_t candidate, std::size_t fold) {
                          set(candidate);
                          return RowMap(in_columns(learn(training[fold].statistics).map),
                                        training[fold].kernel);
                        },
                    .first_of_equals = first_of_equals};
  return input_.k > 0 ? choose_by_clusters(trial, input_.k, static_cast<std::uint64_t>(input_.seed),
                                           execution_)
                      : choose_by_distance(trial, execution_);
}

// Sets the option that was left open to the value that serves held-out pairs best.
void Learning::choose(const LearnChoice& open, const Given& given, const Folds& folds,
                      const std::vector<Training>& training) {
  const std::vector<Value> values(open.values.begin(), open.values.end());
  try {
    const Choice choice = try_on_folds(
        values, [&](std::size_t i) { open.set(open.values[i]); }, given, folds, training,
        open.first_of_equals);
    open.set(open.values[choice.best]);
    Section& section = report_.add(choice_section(open.option, choice));
    if (std::optional<Plot> plot = choice_plot(open.option, choice); plot && input_.plots)
      section.plots.push_back(std::move(*plot));
  } catch (const NumericalError& error) {
    open.set(open.fallback);
    report_.notes.push_back(fmt::format("the {} is {} and was not chosen: {}", open.option,
                                        open.fallback, error.what()));
  }
}

void Learning::check(const Given& given, const Folds& folds,
                     const std::vector<Training>& training) {
  const HeldOutPairs pairs = held_out(given, folds);
  const auto deviations = [&](std::size_t fold) -> Vector {
    if (kernel_ || !reductions_.empty()) return deviations_;
    return training[fold].statistics.total().standard_deviations();
  };
  const auto learn_without = [&](std::size_t fold) {
    return RowMap(in_columns(learn(training[fold].statistics).map), training[fold].kernel);
  };
  report_check(
      given, [&] { return check_maps(given.rows, pairs, deviations, learn_without, execution_); });
}

void Learning::report_check(const Given& given, const std::function<Check()>& run) {
  std::string failure;
  Check result;
  try {
    result = run();
  } catch (const NumericalError& error) {
    failure = error.what();
  } catch (const InputError& error) {
    failure = error.what();
  }
  const CheckedHints hints{.prepared = input_.prepare != "none" || !depends_on_units(),
                           .labelled = labelled_,
                           .all_rows = given.chunklets.points() == given.rows.rows(),
                           .chunklets = given.chunklets.count()};
  Section& section = report_.add(check_section(*learner_.method, result, failure, hints));
  if (input_.plots && failure.empty() && result.folds > 0)
    section.plots.push_back(check_plot(learner_.method->name, result));
}

}  // namespace germane
