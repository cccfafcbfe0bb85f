#include "germane/commands/learn_sections.h"
#include "germane/commands/learning.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

namespace germane {
namespace {

constexpr Index kFolds = 5;
constexpr Index kChoiceFolds = 10;  // [DeBie03, 4.2]
constexpr Index kCheckPairs = 10000;
// Wider tables are checked only if the folds' matrices fit: each fold has its own.
constexpr double kCheckMemoryShare = 0.5;

}  // namespace

Folds Learning::folds_for(const Chunklets& chunklets, Index columns, bool to_choose) {
  if ((input_.check == "none" && !to_choose) || chunklets.count() == 0) return {};
  const std::string without = to_choose ? "nothing is chosen, and no check" : "no check";
  const Index wanted = to_choose ? kChoiceFolds : kFolds;
  const double bytes = 8.0 * static_cast<double>(columns) * static_cast<double>(columns) * 3 *
                       static_cast<double>((wanted + 1) * (2 + execution_.pool.threads()));
  if (bytes > kCheckMemoryShare * input_.memory) {
    report_.notes.push_back(fmt::format("{}: the folds would take {}; raise --memory to have it",
                                        without, byte_size(bytes)));
    return {};
  }
  const auto seed = static_cast<std::uint64_t>(input_.seed);
  Folds folds = method_.needs == SideNeeds::kLabels ? deal_rows(chunklets, wanted, seed)
                                                    : deal_folds(chunklets, wanted, seed);
  if (folds.count >= 2) return folds;
  report_.notes.push_back(without + ": with one chunklet nothing can be held out");
  return {};
}

HeldOutPairs Learning::held_out(const Given& given, const Folds& folds) const {
  return hold_out_pairs(given.chunklets, folds, given.side.cannot_links,
                        method_.needs == SideNeeds::kLabels, kCheckPairs,
                        static_cast<std::uint64_t>(input_.seed));
}

// Sets the option that was left open to the value that serves held-out pairs best.
void Learning::choose(const LearnChoice& open, const Given& given, const Folds& folds,
                      const Gathered& gathered) {
  std::vector<Statistics> training = all_but_each(gathered.folds, gathered.rest);
  for (Statistics& statistics : training) statistics.close();
  const HeldOutPairs pairs = held_out(given, folds);
  const Trial trial{.rows = given.rows,
                    .all_but_each_fold = training,
                    .pairs = pairs,
                    .values = open.values,
                    .learn = [&](double value, const Statistics& statistics) {
                      open.set(value);
                      return learn(statistics).map;
                    }};
  try {
    const Choice choice =
        input_.k > 0 ? choose_by_clusters(trial, input_.k, static_cast<std::uint64_t>(input_.seed),
                                          execution_)
                     : choose_by_distance(trial, execution_);
    open.set(choice.chosen().value);
    report_.add(choice_section(open.option, choice));
  } catch (const NumericalError& error) {
    open.set(open.fallback);
    report_.notes.push_back(fmt::format("the {} is {} and was not chosen: {}", open.option,
                                        open.fallback, error.what()));
  }
}

void Learning::check(const Given& given, const Folds& folds, const Gathered& gathered) {
  const HeldOutPairs pairs = held_out(given, folds);
  std::vector<Statistics> training = all_but_each(gathered.folds, gathered.rest);
  for (Statistics& statistics : training) statistics.close();
  report_check([&] {
    return check_learning(
        given.rows, training, pairs, [&](const Statistics& s) { return learn(s).map; }, execution_);
  });
}

void Learning::check_rows(
    const Given& given, const Folds& folds, const LinearMap& standardized,
    const std::function<LinearMap(const SideInformation&, const Chunklets&)>& learn) {
  const HeldOutPairs pairs = held_out(given, folds);
  const auto learn_without = [&](std::size_t fold) {
    // Nothing that is known of the fold's rows may be seen.
    const auto hidden = [&](Index row) {
      return folds.of_row[static_cast<std::size_t>(row)] == static_cast<Index>(fold);
    };
    SideInformation side = given.side;
    for (std::vector<Link>* links : {&side.must_links, &side.cannot_links})
      std::erase_if(*links, [&](const Link& link) { return hidden(link.a) || hidden(link.b); });
    std::vector<Index> codes = given.chunklets.of_row();
    for (Index row = 0; row < given.chunklets.rows(); ++row) {
      if (!hidden(row)) continue;
      codes[static_cast<std::size_t>(row)] = -1;
      if (!side.labels.of_row.empty()) side.labels.of_row[static_cast<std::size_t>(row)] = -1;
    }
    return learn(side, Chunklets(std::move(codes)));
  };
  report_check([&] {
    return check_maps(
        given.rows, pairs, [&](std::size_t) { return standardized; }, learn_without, execution_);
  });
}

void Learning::report_check(const std::function<Check()>& run) {
  std::string failure;
  Check result;
  try {
    result = run();
  } catch (const NumericalError& error) {
    failure = error.what();
  } catch (const InputError& error) {
    failure = error.what();
  }
  report_.add(check_section(method_, result, failure));
}

}  // namespace germane
