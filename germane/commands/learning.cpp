#include "germane/commands/learning.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/learn_sections.h"
#include "germane/commands/plots_learn.h"
#include "germane/commands/units.h"
#include "germane/data/unit_rows.h"
#include "germane/io/archive.h"
#include "germane/io/file.h"
#include "germane/learn/two_covariance.h"
#include "germane/linalg/symmetric.h"
#include "germane/model/model_file.h"
#include "germane/stats/chunklet_weights.h"
#include "germane/stats/scatter_sum.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace germane {

Learning::Learning(const Learner& learner, const LearnInput& input, const Execution& execution)
    : picks_(Picks::kNamed), learner_(learner), input_(input), execution_(execution) {
  report_.title = "learn " + learner.method->name;
}

Learning::Learning(Picks picks, const LearnInput& input, const Execution& execution)
    : picks_(picks), input_(input), execution_(execution) {
  report_.title = picks == Picks::kByTrial ? "learn auto" : "learn";
}

Report Learning::run() {
  if (input_.table.files.size() == 1 && looks_like_archive(input_.table.files[0]))
    learn_from_statistics();
  else
    learn_from_rows();
  return std::move(report_);
}

void Learning::learn_from_statistics() {
  if (picks_ != Picks::kNamed)
    throw InputError(
        "{}: holds statistics, which no longer say what was given, nor have rows to hold out; name "
        "a method, as in `germane learn rca {}`",
        input_.table.files[0], input_.table.files[0]);
  refuse_what_needs_rows();
  if (learner_.setup.learn_rows || learner_.setup.kernel_basis)
    throw InputError("{}: holds statistics, and learn {} needs the rows; give it the data",
                     input_.table.files[0], learner_.method->name);
  Statistics statistics = read_statistics(input_.table.files[0]);
  const bool classes = statistics.has_chunklets() && statistics.chunklets_are != "closed links";
  if (learner_.method->needs == SideNeeds::kLabels && !classes)
    throw InputError(
        "{}: gathered without labels, which learn {} needs; gather with --label COLUMN",
        input_.table.files[0], learner_.method->name);
  if (input_.prepare == "unit-rows" && statistics.prepare != "unit-rows")
    throw InputError(
        "{}: gathered without --prepare unit-rows, which cannot be done afterwards; "
        "gather the statistics again",
        input_.table.files[0]);
  report_.fact("statistics", input_.table.files[0]).fact("rows", statistics.rows());
  report_.fact("columns", statistics.width());
  statistics.close();
  if (depends_on_units()) warn_of_units(statistics.total(), statistics.columns, report_);
  say_how_long(statistics.width(), 1);
  const Learned<LinearMap> learned = learn(statistics);
  two_covariance_ = two_covariance_of(statistics, learned.map);
  finish(learned);
  report_.notes.emplace_back("no check: statistics hold no rows to compare");
}

// Options about rows mean nothing beside statistics, and are not to be passed over in silence.
void Learning::refuse_what_needs_rows() const {
  TableInput table = input_.table, no_table;
  SideInput side = input_.side, no_side;
  const auto refuse = [&](const std::vector<Option>& given, const std::vector<Option>& plain) {
    for (std::size_t i = 0; i < given.size(); ++i)
      if (!(given[i].value() == plain[i].value()))
        throw InputError(
            "--{}: {} holds statistics, which no longer have rows; give it to `germane stats`",
            given[i].name, input_.table.files[0]);
  };
  refuse(list_options(table), list_options(no_table));
  refuse(list_options(side), list_options(no_side));
}

void Learning::learn_from_rows() {
  const DealtTable dealt = open_dealt(
      input_.table, input_.ranks,
      [&](const TableInput& files, const std::vector<std::string>& like) {
        return open_input(files, input_.side.chunklet_column, like, input_.side.unknown_ids);
      });
  const Table& table = dealt.all;
  require_distinct_columns(table);
  report_table(table, report_);
  report_ranks(dealt.share, report_);
  fill_ = table.fill;
  if (input_.prepare != "none") report_.fact("prepare", input_.prepare);
  const SideInformation side = read_side(input_.side, table, report_);
  note_unused_weights(input_.side, side, report_);
  const bool unit = input_.prepare == "unit-rows";
  std::optional<UnitRows> all_unit, own_unit;  // they look at sparse rows at once
  const RowSource& rows = unit ? all_unit.emplace(*table.rows) : *table.rows;
  const RowSource& own = unit ? own_unit.emplace(dealt.rows()) : dealt.rows();
  if (picks_ == Picks::kByHints) pick_by_hints(side);
  if (picks_ == Picks::kByTrial) start_trial(side);
  labelled_ = labelled_ || learner_.method->needs == SideNeeds::kLabels;
  const Chunklets chunklets = chunklets_for(side, table.ids);
  if (uses_links_as_given(side) && !learner_.setup.takes_links_as_given)
    throw InputError("--links given: learn {} closes links into chunklets; pass --links closed",
                     learner_.method->name);
  if (dealt.share.dealt()) require_dealable();
  const RowSource& space = reduces(rows) ? reduced(rows) : own;
  const Given given{rows, side, chunklets, table.ids, space, dealt.share};
  if (learner_.setup.learn_rows)
    learn_by_rows(given);
  else if (learner_.setup.kernel_basis)
    learn_by_kernel(given);
  else
    learn_by_statistics(given);
  if (input_.plots && dealt.share.leads()) draw_rows(given);
}

void Learning::require_dealable() const {
  if (learner_.setup.learn_rows || learner_.setup.kernel_basis)
    throw InputError(
        "learn {}: learns from the rows themselves, in one process; start one, or learn by a "
        "method that needs statistics alone (rca, elda, cfld, lda, pca)",
        learner_.method->name);
}

void Learning::draw_rows(const Given& given) {
  if (given.rows.rows() > 2)
    report_.plots.push_back(before_after_plot(given.rows, RowMap(learned_, kernel_), given.side,
                                              given.chunklets, given.ids,
                                              static_cast<std::uint64_t>(input_.seed), execution_));
  if (given.chunklets.count() > 0) report_.plots.push_back(chunklet_sizes_plot(given.chunklets));
}

void Learning::learn_by_statistics(const Given& given) {
  if (learn_wide(given)) return;
  const bool as_given = uses_links_as_given(given.side);
  const std::vector<LearnChoice> open =
      learner_.setup.choices && picks_ != Picks::kByTrial
          ? learner_.setup.choices(given.own.columns(), given.chunklets.count())
          : std::vector<LearnChoice>();
  const bool choosing = !open.empty() || picks_ == Picks::kByTrial;
  const Folds folds = folds_for(given.chunklets, given.own.columns(), choosing);
  const bool has_chunklets = given.chunklets.count() > 0;
  const bool alike = learner_.setup.equal_chunklets && learner_.setup.equal_chunklets();
  if (alike && as_given)
    throw InputError(
        "--chunklet-weights equal: pairs used as given are no chunklets, and have weights of their "
        "own; pass --links closed, or --chunklet-weights rows");
  const std::vector<double> weights =
      alike ? equal_chunklet_weights(given.chunklets) : std::vector<double>();
  GatherPlan plan{.chunklets = as_given || !has_chunklets ? nullptr : &given.chunklets,
                  .folds = folds.count > 0 ? &folds : nullptr,
                  .weights = weights,
                  .scatter = gathers_scatter(given.own.columns()),
                  .keep_open = labelled_,
                  .memory = input_.memory,
                  .share = given.share};
  const RowSource& space = reductions_.empty() ? given.rows : given.own;  // of all ranks
  Gathered gathered = gather_statistics(given.own, plan, execution_);
  if (!given.share.leads()) return;  // the rest takes statistics and a few rows: rank 0 does it
  const auto describe_sums = [&](Statistics& statistics) {
    statistics.prepare = row_preparation();
    statistics.chunklet_weights = alike ? "equal" : "rows";
  };
  for (Statistics& fold : gathered.folds) describe_sums(fold);
  describe_sums(gathered.rest);
  if (as_given) gather_given_pairs(space, given.side, folds, gathered);

  std::vector<Training> training;
  for (Statistics& rest : all_but_each(gathered.folds, gathered.rest)) {
    rest.close();
    training.push_back({std::move(rest), nullptr});
  }
  Statistics all = std::move(gathered).all();
  all.close();
  if (depends_on_units() && reductions_.empty())
    warn_of_units(all.total(), given.rows.column_names(), report_);
  complete(given, folds, open, training, all, space);
}

// A standardized column has no unit.
bool Learning::depends_on_units() const {
  return input_.prepare != "standardize" && learner_.setup.depends_on_units &&
         learner_.setup.depends_on_units();
}

// Narrow rows cost little more with it, and their models then score pairs by likelihood.
bool Learning::gathers_scatter(Index columns) const {
  return picks_ == Picks::kByTrial || learner_.setup.needs_scatter() || columns <= kTiledWidth;
}

void Learning::complete(const Given& given, const Folds& folds,
                        const std::vector<LearnChoice>& open, const std::vector<Training>& training,
                        const Statistics& all, const RowSource& space) {
  say_how_long(all.width(), 1 + static_cast<Index>(training.size()));
  if (picks_ == Picks::kByTrial) choose_method(given, folds, training, all);
  if (folds.count > 0)
    for (const LearnChoice& choice : open) choose(choice, given, folds, training);
  if (learner_.setup.settle && !uses_links_as_given(given.side))
    learner_.setup.settle(all, space, given.chunklets, execution_);
  Learned<LinearMap> learned = learn(all);
  two_covariance_ = two_covariance_of(all, learned.map);
  learned.map = in_columns(std::move(learned.map));
  learned.map.columns = given.rows.column_names();
  finish(learned);
  if (folds.count > 0 && input_.check != "none") check(given, folds, training);
}

// LAPACK can neither report nor be stopped.
void Learning::say_how_long(Index columns, Index times) const {
  constexpr Index kWide = 2000;         // narrower ones take seconds
  constexpr double kEigenproblems = 3;  // of C, its correlations, and the scores of pairs
  if (columns < kWide) return;
  execution_.progress.expect(fmt::format("learning from {}", counted(columns, "column")),
                             static_cast<double>(times) * kEigenproblems * eigen_seconds(columns));
}

// True when the method has the option, and it is this.
bool Learning::is_set(const std::string& name, const std::string& value) const {
  return std::any_of(
      learner_.setup.options.begin(), learner_.setup.options.end(),
      [&](const Option& option) { return option.name == name && option.value() == Value(value); });
}

bool Learning::uses_links_as_given(const SideInformation& side) const {
  if (input_.side.links != "given" || side.must_links.empty()) return false;
  if (side.has_chunklets())
    throw InputError(
        "--links given uses pairs only; leave out the chunklets, or pass --links closed");
  if (is_set("shrinkage", "ledoit-wolf"))
    throw InputError(
        "--links given has no --shrinkage ledoit-wolf; pass --shrinkage oas, or --links closed");
  return true;
}

std::string Learning::row_preparation() const {
  return input_.prepare == "unit-rows" ? "unit-rows" : "none";
}

// The chunklets the method is to learn from, or to be checked by.
Chunklets Learning::chunklets_for(const SideInformation& side, const Ids& ids) {
  if (labelled_) {
    if (side.labels.of_row.empty())
      throw InputError("{} needs labels: --label COLUMN or --labels FILE", report_.title);
    return Chunklets(side.labels);
  }
  Chunklets chunklets = closed_chunklets(side, ids);
  if (learner_.method->needs == SideNeeds::kHints && chunklets.count() == 0 &&
      side.cannot_links.empty() && side.labels.of_row.empty())
    throw InputError(
        "{} needs a hint: --pairs FILE (same or different), --chunklets FILE, "
        "--chunklet-column COLUMN, --label COLUMN or --labels FILE",
        report_.title);
  if (learner_.method->needs == SideNeeds::kChunklets && chunklets.count() == 0) {
    if (chunklets.singletons() > 0)
      throw InputError(
          "{}: all {} have one row; within-chunklet scatter needs a chunklet of two "
          "rows or more",
          report_.title, counted(chunklets.singletons(), "chunklet"));
    if (!side.cannot_links.empty())
      throw InputError("{}: {} known to be different, none known to be the same, which {} needs",
                       input_name(input_.side.pairs),
                       counted(static_cast<Index>(side.cannot_links.size()), "pair"),
                       report_.title);
    throw InputError(
        "{} needs to know what belongs together: --pairs FILE, --chunklets FILE or "
        "--chunklet-column COLUMN",
        report_.title);
  }
  return chunklets;
}

void Learning::gather_given_pairs(const RowSource& rows, const SideInformation& side,
                                  const Folds& folds, Gathered& gathered) {
  std::vector<std::vector<Link>> must(gathered.folds.size() + 1);
  for (const Link& link : side.must_links)
    must[folds.count > 0 ? static_cast<std::size_t>(folds.of_row[static_cast<std::size_t>(link.a)])
                         : 0]
        .push_back(link);
  for (std::size_t f = 0; f < gathered.folds.size(); ++f)
    gathered.folds[f].pairs = gather_pairs(rows, must[f], {}, execution_);
  gathered.rest.pairs = gather_pairs(rows, folds.count > 0 ? std::vector<Link>() : side.must_links,
                                     side.cannot_links, execution_);
}

// The method on closed statistics, for the rows as they are.
Learned<LinearMap> Learning::learn(Statistics statistics) const {
  statistics.close();
  const std::string prepared = statistics.prepare;
  Learned<LinearMap> learned;
  if (scales_statistics()) {
    const Vector scale = statistics.total().standard_deviations();
    learned = learner_.setup.learn(statistics.scaled(scale));
    learned.map = undo_scale(std::move(learned.map), scale);
  } else {
    learned = learner_.setup.learn(statistics);
  }
  learned.map.prepare = prepared;
  return learned;
}

// Says what was found and writes the model.
void Learning::finish(const Learned<LinearMap>& learned) {
  execution_.stop_if_requested();  // LAPACK cannot be stopped; what it found is then not written
  Section& found = report_.add(summary_section("summary", "what was found", learned.summary));
  if (input_.plots) {
    learned_ = learned.map;
    if (std::optional<Plot> plot = spectrum_plot(learned.summary, learned.map))
      found.plots.push_back(std::move(*plot));
  }
  if (input_.out.empty()) {
    report_.notes.emplace_back("nothing was saved; pass --out FILE to keep the model");
    return;
  }
  Value::Object options;
  for (const Option& option : learner_.setup.options)
    options.emplace_back(option.name, option.value());
  options.emplace_back("prepare", input_.prepare);
  if (input_.project > 0) options.emplace_back("project", input_.project);
  if (input_.pca > 0) options.emplace_back("pca", input_.pca);
  options.emplace_back("links", input_.side.links);
  options.emplace_back("seed", input_.seed);
  Model model{learner_.method->name, options, Value(learned.summary.facts), learned.map};
  if (kernel_) model.kernel = *kernel_;
  model.fill = fill_;
  model.two_covariance = two_covariance_;
  write_model(model, input_.out);
  report_.fact("model", input_.out);
}

}  // namespace germane
