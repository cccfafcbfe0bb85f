#include "germane/commands/learning.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/unit_rows.h"
#include "germane/io/archive.h"
#include "germane/model/model_file.h"

#include <algorithm>
#include <optional>

namespace germane {

Learning::Learning(const LearnMethod& method, const LearnInput& input, const LearnSetup& setup,
                   const Execution& execution)
    : method_(method), input_(input), setup_(setup), execution_(execution) {
  report_.title = "learn " + method.name;
}

Report Learning::run() {
  if (input_.table.files.size() == 1 && looks_like_archive(input_.table.files[0]))
    learn_from_statistics();
  else
    learn_from_rows();
  return std::move(report_);
}

void Learning::learn_from_statistics() {
  refuse_what_needs_rows();
  if (setup_.learn_rows)
    throw InputError("{}: holds statistics, and learn {} needs the rows; give it the data",
                     input_.table.files[0], method_.name);
  Statistics statistics = read_statistics(input_.table.files[0]);
  const bool classes = statistics.has_chunklets() && statistics.chunklets_are != "closed links";
  if (method_.needs == SideNeeds::kLabels && !classes)
    throw InputError(
        "{}: gathered without labels, which learn {} needs; gather with --label COLUMN",
        input_.table.files[0], method_.name);
  if (input_.prepare == "unit-rows" && statistics.prepare != "unit-rows")
    throw InputError(
        "{}: gathered without --prepare unit-rows, which cannot be done afterwards; "
        "gather the statistics again",
        input_.table.files[0]);
  report_.fact("statistics", input_.table.files[0]).fact("rows", statistics.rows());
  report_.fact("columns", statistics.width());
  finish(learn(std::move(statistics)));
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
  const Table table =
      open_input(input_.table, input_.side.chunklet_column, {}, input_.side.unknown_ids);
  require_distinct_columns(table);
  report_table(table, report_);
  const SideInformation side = read_side(input_.side, table, report_);
  const std::optional<UnitRows> unit =
      input_.prepare == "unit-rows" ? std::optional<UnitRows>(*table.rows) : std::nullopt;
  const RowSource& rows = unit ? static_cast<const RowSource&>(*unit) : *table.rows;
  const Chunklets chunklets = chunklets_for(side, table.ids);
  if (uses_links_as_given(side) && !setup_.takes_links_as_given)
    throw InputError("--links given: learn {} closes links into chunklets; pass --links closed",
                     method_.name);
  if (setup_.learn_rows)
    learn_by_rows({rows, side, chunklets});
  else
    learn_by_statistics({rows, side, chunklets});
}

void Learning::learn_by_statistics(const Given& given) {
  const bool as_given = uses_links_as_given(given.side);
  const std::optional<LearnChoice> choice = setup_.choice ? setup_.choice() : std::nullopt;
  const Folds folds = folds_for(given.chunklets, given.rows.columns(), choice.has_value());
  const bool has_chunklets = given.chunklets.count() > 0;
  GatherPlan plan{.chunklets = as_given || !has_chunklets ? nullptr : &given.chunklets,
                  .folds = folds.count > 0 ? &folds : nullptr,
                  .weights = {},
                  .scatter = setup_.needs_scatter(),
                  .keep_open = method_.needs == SideNeeds::kLabels,
                  .memory = input_.memory};
  Gathered gathered = gather_statistics(given.rows, plan, execution_);
  for (Statistics& fold : gathered.folds) fold.prepare = row_preparation();
  gathered.rest.prepare = row_preparation();
  if (as_given) gather_given_pairs(given.rows, given.side, folds, gathered);

  if (choice && folds.count > 0) choose(*choice, given, folds, gathered);
  Statistics all = gathered.all();
  all.close();
  if (setup_.settle && !as_given) setup_.settle(all, given.rows, given.chunklets, execution_);
  finish(learn(std::move(all)));
  if (folds.count > 0 && input_.check != "none") check(given, folds, gathered);
}

// Methods that learn from rows hold those with a hint in memory.
void Learning::require_rows_fit(const Given& given) const {
  const std::vector<Index>& labels = given.side.labels.of_row;
  const auto labelled = static_cast<double>(
      std::count_if(labels.begin(), labels.end(), [](Index label) { return label >= 0; }));
  const double hinted = static_cast<double>(given.chunklets.points()) +
                        2 * static_cast<double>(given.side.cannot_links.size()) +
                        (method_.needs == SideNeeds::kHints ? labelled : 0);
  const double bytes = 8 * static_cast<double>(given.rows.columns()) *
                       std::min(hinted, static_cast<double>(given.rows.rows()));
  if (bytes > input_.memory)
    throw InputError(
        "learn {} holds the rows with a hint in memory, where they take {}, above the {} of "
        "--memory; raise it, give fewer hints, or learn elda, which needs one pass",
        method_.name, byte_size(bytes), byte_size(input_.memory));
}

void Learning::learn_by_rows(const Given& given) {
  require_rows_fit(given);
  const Moments moments =
      gather_statistics(given.rows, GatherPlan{.scatter = false}, execution_).all().total();
  const Vector scale = moments.standard_deviations();
  const LinearMap standardized = standardizing_map(moments.mean, scale);
  const bool standardize = input_.prepare == "standardize";
  const MappedRows scaled(given.rows, standardized);
  const RowSource& rows = standardize ? static_cast<const RowSource&>(scaled) : given.rows;
  const auto learn_from = [&](const SideInformation& side, const Chunklets& chunklets) {
    Learned<LinearMap> learned =
        setup_.learn_rows({rows, chunklets, side.must_links, side.cannot_links, side.labels,
                           input_.k, static_cast<std::uint64_t>(input_.seed), execution_});
    if (standardize) learned.map = undo_scale(std::move(learned.map), scale);
    if (standardize) learned.map.center = moments.mean;
    learned.map.columns = given.rows.column_names();
    learned.map.prepare = row_preparation();
    return learned;
  };
  finish(learn_from(given.side, given.chunklets));
  const Folds folds = folds_for(given.chunklets, 1, false);
  if (folds.count > 0)
    check_rows(given, folds, standardized,
               [&](const SideInformation& side, const Chunklets& chunklets) {
                 return learn_from(side, chunklets).map;
               });
}

bool Learning::uses_links_as_given(const SideInformation& side) const {
  if (input_.side.links != "given" || side.must_links.empty()) return false;
  if (side.has_chunklets())
    throw InputError(
        "--links given uses pairs only; leave out the chunklets, or pass --links closed");
  for (const Option& option : setup_.options)
    if (option.name == "shrinkage" && option.value() == Value("ledoit-wolf"))
      throw InputError(
          "--links given has no --shrinkage ledoit-wolf; pass --shrinkage oas, or --links "
          "closed");
  return true;
}

std::string Learning::row_preparation() const {
  return input_.prepare == "unit-rows" ? "unit-rows" : "none";
}

// The chunklets the method is to learn from, or to be checked by.
Chunklets Learning::chunklets_for(const SideInformation& side, const Ids& ids) {
  if (method_.needs == SideNeeds::kLabels) {
    if (side.labels.of_row.empty())
      throw InputError("learn {} needs labels: --label COLUMN or --labels FILE", method_.name);
    return Chunklets(side.labels);
  }
  Chunklets chunklets = closed_chunklets(side, ids);
  if (method_.needs == SideNeeds::kHints && chunklets.count() == 0 && side.cannot_links.empty() &&
      side.labels.of_row.empty())
    throw InputError(
        "learn {} needs a hint: --pairs FILE (same or different), --chunklets FILE, "
        "--chunklet-column COLUMN, --label COLUMN or --labels FILE",
        method_.name);
  if (method_.needs == SideNeeds::kChunklets && chunklets.count() == 0) {
    if (chunklets.singletons() > 0)
      throw InputError(
          "learn {}: all {} have one row; within-chunklet scatter needs a chunklet of two "
          "rows or more",
          method_.name, counted(chunklets.singletons(), "chunklet"));
    if (!side.cannot_links.empty())
      throw InputError(
          "{}: {} known to be different, none known to be the same, which learn {} needs",
          input_.side.pairs, counted(static_cast<Index>(side.cannot_links.size()), "pair"),
          method_.name);
    throw InputError(
        "learn {} needs to know what belongs together: --pairs FILE, --chunklets FILE or "
        "--chunklet-column COLUMN",
        method_.name);
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
  if (input_.prepare == "standardize") {
    const Vector scale = statistics.total().standard_deviations();
    learned = setup_.learn(statistics.scaled(scale));
    learned.map = undo_scale(std::move(learned.map), scale);
  } else {
    learned = setup_.learn(statistics);
  }
  learned.map.prepare = prepared;
  return learned;
}

// Says what was found and writes the model.
void Learning::finish(const Learned<LinearMap>& learned) {
  execution_.stop_if_requested();  // LAPACK cannot be stopped; what it found is then not written
  Section found{.key = "summary", .title = "what was found"};
  for (const auto& [key, value] : learned.summary.facts) found.fact(key, value);
  found.notes = learned.summary.notes;
  found.warnings = learned.summary.warnings;
  report_.add(std::move(found));
  if (input_.out.empty()) {
    report_.notes.emplace_back("nothing was saved; pass --out FILE to keep the model");
    return;
  }
  Value::Object options;
  for (const Option& option : setup_.options) options.emplace_back(option.name, option.value());
  options.emplace_back("prepare", input_.prepare);
  options.emplace_back("links", input_.side.links);
  options.emplace_back("seed", input_.seed);
  write_model({method_.name, options, Value(learned.summary.facts), learned.map}, input_.out);
  report_.fact("model", input_.out);
}

}  // namespace germane
