#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/choose/check.h"
#include "germane/commands/commands.h"
#include "germane/commands/table_input.h"
#include "germane/data/unit_rows.h"
#include "germane/io/archive.h"
#include "germane/model/model_file.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <optional>

namespace germane {
namespace {

struct LearnInput {
  TableInput table;
  SideInput side;
  std::string prepare = "none";
  std::string check = "folds";
  std::int64_t seed = 0;
  double memory = 4e9;
  std::string out;
};

template <class Visitor>
void describe(LearnInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the model");
  describe(o.side, option);
  describe(o.table, option);
  option("prepare", o.prepare, one_of({"none", "standardize", "unit-rows"}),
         "what is done to the rows first; stored in the model");
  option("check", o.check, one_of({"folds", "none"}), "whether it helped, on held-out pairs");
  option("seed", o.seed, anything(), "of the folds and pairs of the check");
  option("memory", o.memory, above(0), "most bytes that statistics may take");
}

constexpr Index kFolds = 5;
constexpr Index kCheckPairs = 10000;
// Wider tables are checked only if the folds' matrices fit: each fold has its own.
constexpr double kCheckMemoryShare = 0.5;

class Learning {
 public:
  Learning(const LearnMethod& method, const LearnInput& input, const LearnSetup& setup,
           const Execution& execution)
      : method_(method), input_(input), setup_(setup), execution_(execution) {
    report_.title = "learn " + method.name;
  }

  Report run() {
    if (input_.table.files.size() == 1 && looks_like_archive(input_.table.files[0]))
      learn_from_statistics();
    else
      learn_from_rows();
    return std::move(report_);
  }

 private:
  void learn_from_statistics() {
    refuse_what_needs_rows();
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
    report_.notes.push_back("no check: statistics hold no rows to compare");
  }

  // Options about rows mean nothing beside statistics, and are not to be passed over in silence.
  void refuse_what_needs_rows() const {
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

  void learn_from_rows() {
    const Table table =
        open_input(input_.table, input_.side.chunklet_column, {}, input_.side.unknown_ids);
    require_distinct_columns(table);
    report_table(table, report_);
    const SideInformation side = read_side(input_.side, table, report_);
    const std::optional<UnitRows> unit =
        input_.prepare == "unit-rows" ? std::optional<UnitRows>(*table.rows) : std::nullopt;
    const RowSource& rows = unit ? static_cast<const RowSource&>(*unit) : *table.rows;
    const Chunklets chunklets = chunklets_for(side, table.ids);
    const bool as_given = input_.side.links == "given" && !side.must_links.empty();
    if (as_given && side.has_chunklets())
      throw InputError(
          "--links given uses pairs only; leave out the chunklets, or pass --links closed");
    if (as_given)
      for (const Option& option : setup_.options)
        if (option.name == "shrinkage" && option.value() == Value("ledoit-wolf"))
          throw InputError(
              "--links given has no --shrinkage ledoit-wolf; pass --shrinkage oas, or --links "
              "closed");

    const Folds folds = folds_for(chunklets, rows.columns());
    GatherPlan plan{.chunklets = as_given || chunklets.count() == 0 ? nullptr : &chunklets,
                    .folds = folds.count > 0 ? &folds : nullptr,
                    .weights = {},
                    .scatter = setup_.needs_scatter(),
                    .keep_open = method_.needs == SideNeeds::kLabels,
                    .memory = input_.memory};
    Gathered gathered = gather_statistics(rows, plan, execution_);
    for (Statistics& fold : gathered.folds) fold.prepare = row_preparation();
    gathered.rest.prepare = row_preparation();
    if (as_given) gather_given_pairs(rows, side, folds, gathered);

    Statistics all = gathered.all();
    all.close();
    if (setup_.settle && !as_given) setup_.settle(all, rows, chunklets, execution_);
    finish(learn(std::move(all)));
    if (folds.count > 0) check(rows, chunklets, folds, side, gathered);
  }

  std::string row_preparation() const {
    return input_.prepare == "unit-rows" ? "unit-rows" : "none";
  }

  // The chunklets the method is to learn from, or to be checked by.
  Chunklets chunklets_for(const SideInformation& side, const Ids& ids) {
    if (method_.needs == SideNeeds::kLabels) {
      if (side.labels.of_row.empty())
        throw InputError("learn {} needs labels: --label COLUMN or --labels FILE", method_.name);
      return Chunklets(side.labels);
    }
    Chunklets chunklets = closed_chunklets(side, ids);
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

  Folds folds_for(const Chunklets& chunklets, Index columns) {
    if (input_.check == "none" || chunklets.count() == 0) return {};
    const double bytes = 8.0 * static_cast<double>(columns) * static_cast<double>(columns) * 3 *
                         (kFolds + 1) * (2 + execution_.pool.threads());
    if (bytes > kCheckMemoryShare * input_.memory) {
      report_.notes.push_back(fmt::format(
          "no check: its folds would take {}; raise --memory to have it", byte_size(bytes)));
      return {};
    }
    const auto seed = static_cast<std::uint64_t>(input_.seed);
    Folds folds = method_.needs == SideNeeds::kLabels ? deal_rows(chunklets, kFolds, seed)
                                                      : deal_folds(chunklets, kFolds, seed);
    if (folds.count >= 2) return folds;
    report_.notes.push_back("no check: with one chunklet nothing can be held out");
    return {};
  }

  void gather_given_pairs(const RowSource& rows, const SideInformation& side, const Folds& folds,
                          Gathered& gathered) {
    std::vector<std::vector<Link>> must(gathered.folds.size() + 1);
    for (const Link& link : side.must_links)
      must[folds.count > 0
               ? static_cast<std::size_t>(folds.of_row[static_cast<std::size_t>(link.a)])
               : 0]
          .push_back(link);
    for (std::size_t f = 0; f < gathered.folds.size(); ++f)
      gathered.folds[f].pairs = gather_pairs(rows, must[f], {}, execution_);
    gathered.rest.pairs =
        gather_pairs(rows, folds.count > 0 ? std::vector<Link>() : side.must_links,
                     side.cannot_links, execution_);
  }

  // The method on closed statistics, for the rows as they are.
  Learned<LinearMap> learn(Statistics statistics) const {
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
  void finish(const Learned<LinearMap>& learned) {
    execution_.stop_if_requested();  // LAPACK cannot be stopped; what it found is then not written
    Section found{.key = "summary", .title = "what was found"};
    for (const auto& [key, value] : learned.summary.facts) found.fact(key, value);
    found.notes = learned.summary.notes;
    found.warnings = learned.summary.warnings;
    report_.add(std::move(found));
    if (input_.out.empty()) {
      report_.notes.push_back("nothing was saved; pass --out FILE to keep the model");
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

  void check(const RowSource& rows, const Chunklets& chunklets, const Folds& folds,
             const SideInformation& side, const Gathered& gathered) {
    const bool labelled = method_.needs == SideNeeds::kLabels;
    const HeldOutPairs pairs = hold_out_pairs(chunklets, folds, side.cannot_links, labelled,
                                              kCheckPairs, static_cast<std::uint64_t>(input_.seed));
    std::vector<Statistics> training = all_but_each(gathered.folds, gathered.rest);
    for (Statistics& statistics : training) statistics.close();
    std::string failure;
    Check result;
    try {
      result = check_learning(
          rows, training, pairs, [&](const Statistics& s) { return learn(s).map; }, execution_);
    } catch (const NumericalError& error) {
      failure = error.what();
    } catch (const InputError& error) {
      failure = error.what();
    }
    Section section{.key = "check", .title = "did it help?"};
    if (!failure.empty() || result.folds == 0) {
      section.notes.push_back(failure.empty() ? "no check: no pairs could be held out"
                                              : "no check: without one fold, " + failure);
      report_.add(std::move(section));
      return;
    }
    section.fact("same_pairs", result.same, "held out");
    section.fact("different_pairs", result.different);
    section.fact("different_are", result.different_are,
                 result.different_are == "random" ? "assumed to differ" : "");
    section.fact("folds", result.folds);
    section.fact("folds_helped", result.helped);
    ReportTable table{
        .key = "scores", .title = "", .columns = {"distance", "auc", "equal_error"}, .rows = {}};
    const auto row = [&](const std::string& name, const CheckScores& scores) {
      table.rows.push_back({name, scores.auc, scores.equal_error});
    };
    row("raw columns", result.raw);
    row("standardized columns", result.standardized);
    row("after " + method_.name, result.learned);
    section.tables.push_back(std::move(table));
    const double plain = std::max(result.raw.auc, result.standardized.auc);
    const std::string way_out = method_.needs == SideNeeds::kNothing
                                    ? ": it does not know what belongs together; try learn rca"
                                    : ": try more or cleaner pairs, or --shrinkage oas";
    if (result.learned.auc <= plain) {
      section.fact("verdict", "it did not help");
      section.notes.push_back("it did not help" + way_out);
    } else if (2 * result.helped <= result.folds) {
      section.fact("verdict", "not sure");
      section.notes.push_back("too few pairs to be sure that it helped" + way_out);
    } else {
      section.fact("verdict", "it helped");
    }
    report_.add(std::move(section));
  }

  const LearnMethod& method_;
  const LearnInput& input_;
  const LearnSetup& setup_;
  const Execution& execution_;
  Report report_;
};

}  // namespace

Command learn_command(const LearnMethod& method) {
  struct State {
    LearnInput input;
    LearnSetup setup;
  };
  const auto state = std::make_shared<State>();
  state->setup = method.setup();
  Command command;
  command.name = "learn " + method.name;
  command.line = method.line;
  command.given = {data_argument(state->input.table)};
  command.given[0].help += "; or one statistics file";
  command.options = state->setup.options;
  for (Option& option : list_options(state->input)) command.options.push_back(std::move(option));
  command.result = "a model file (--out), what was found, and whether it helped on held-out pairs";
  command.example = method.needs == SideNeeds::kLabels
                        ? "germane learn lda data/wine.csv --label label --out wine.model"
                    : method.needs == SideNeeds::kNothing
                        ? "germane learn pca data/wine.csv --label label --dimensions 2"
                        : "germane learn rca data/iris.csv --chunklet-column label "
                          "--out iris.model";
  command.paper = method.paper;
  command.run = [state, method](const Execution& execution) {
    check_options(state->input);
    require_new_file(state->input.out, state->input.table, state->input.side);
    return Learning(method, state->input, state->setup, execution).run();
  };
  return command;
}

}  // namespace germane
