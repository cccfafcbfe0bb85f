#include "germane/base/error.h"
#include "germane/commands/commands.h"
#include "germane/commands/learn_views.h"
#include "germane/commands/learning.h"

#include <memory>

namespace germane {
namespace {

constexpr const char* kResult =
    "a model file (--out), what was found, and whether it helped on held-out pairs";

std::string example_of(const LearnMethod& method) {
  switch (method.needs) {
    case SideNeeds::kLabels:
      return fmt::format("germane learn {} data/wine.csv --label label --out wine.model",
                         method.name);
    case SideNeeds::kNothing:
      return fmt::format("germane learn {} data/wine.csv --label label --dimensions 2",
                         method.name);
    case SideNeeds::kChunklets:
    case SideNeeds::kHints:
      break;
  }
  return fmt::format("germane learn {} data/iris.csv --chunklet-column label --out iris.model",
                     method.name);
}

// Views, for the verb that picks the method; all else about them it has options for already.
struct NamedViews {
  std::vector<std::string> view, view_columns, view_exclude, view_ids;
};

template <class Visitor>
void describe(NamedViews& o, Visitor&& option) {
  option("view", o.view, anything(),
         "NAME=FILE: a view of the objects, once for each, in the place of DATA");
  option("view-columns", o.view_columns, anything(), "NAME=COLUMNS: of that view to use");
  option("view-exclude", o.view_exclude, anything(), "NAME=COLUMNS: of that view not to use");
  option("view-ids", o.view_ids, anything(), "NAME=FILE: of that view's ids, one a line");
}

Report learn_by_views(const LearnInput& given, const NamedViews& named,
                      const Execution& execution) {
  if (!given.table.files.empty())
    throw InputError("learn: --view {} and {}: give views, or a table", named.view[0],
                     given.table.files[0]);
  const SideInput& side = given.side;
  if (!side.pairs.empty() || !side.chunklets.empty() || !side.chunklet_column.empty() ||
      !given.table.label.empty() || !given.table.labels.empty())
    throw InputError(
        "learn: views are all that is learned from when there are several; leave pairs, chunklets "
        "and labels out");
  LearnViewsInput input;
  input.views.view = named.view;
  input.views.view_columns = named.view_columns;
  input.views.view_exclude = named.view_exclude;
  input.views.view_ids = named.view_ids;
  input.views.id = given.table.id;
  input.views.missing = given.table.missing;
  input.views.header = given.table.header;
  input.prepare = given.prepare;
  input.check = given.check == "none" ? "none" : "folds";
  input.seed = given.seed;
  input.memory = given.memory;
  input.out = given.out;
  input.plots = given.plots;
  check_options(input);
  const bool two = named.view.size() == 2;
  const ViewMethod& method = find_view_method(two ? "cca" : "gcca");
  ViewSetup setup = method.setup();
  for (const Option& option : setup.options)
    if (option.name == "ridge") option.parse("auto");
  Report report = learn_views(method, setup, input, execution);
  report.notes.push_back(
      fmt::format("{}, because {}; ridge auto, because nothing is known of it", method.name,
                  two ? "there are two views" : "there are more than two views"));
  return report;
}

// A verb that picks the method itself.
Command picking_command(const std::string& name, Picks picks) {
  const auto input = std::make_shared<LearnInput>();
  const auto views = std::make_shared<NamedViews>();
  Command command;
  command.name = name;
  command.given = {data_argument(input->table)};
  command.options = list_options(*input);
  if (picks == Picks::kByHints)
    for (Option& option : list_options(*views)) command.options.push_back(std::move(option));
  command.result = kResult;
  command.example =
      fmt::format("germane {} data/iris.csv --chunklet-column label --out iris.model", name);
  command.plots = &input->plots;
  command.ranks = &input->ranks;
  command.run = [input, views, picks](const Execution& execution) {
    check_options(*input);
    if (!views->view.empty() && input->ranks)
      throw InputError("learn: views are single files, which are not dealt to ranks; start one");
    if (!views->view.empty()) return learn_by_views(*input, *views, execution);
    if (input->table.files.empty())
      throw InputError("learn: what from? name a table, or views with --view NAME=FILE");
    require_new_file(input->out, input->table, input->side);
    return Learning(picks, *input, execution).run();
  };
  return command;
}

}  // namespace

Command learn_command(const LearnMethod& method) {
  struct State {
    LearnInput input;
    Learner learner;
  };
  const auto state = std::make_shared<State>();
  state->learner = {&method, method.setup()};
  const LearnSetup& setup = state->learner.setup;
  Command command;
  command.name = "learn " + method.name;
  command.line = method.line;
  command.given = {data_argument(state->input.table)};
  command.given[0].help += "; or one statistics file";
  command.options = setup.options;
  for (Option& option : list_options(state->input))
    if (option.name != "k" || setup.choices || setup.wants_k)
      command.options.push_back(std::move(option));
  command.result = kResult;
  command.example = example_of(method);
  command.paper = method.paper;
  command.plots = &state->input.plots;
  if (!setup.learn_rows && !setup.kernel_basis) command.ranks = &state->input.ranks;
  command.run = [state](const Execution& execution) {
    check_options(state->input);
    require_new_file(state->input.out, state->input.table, state->input.side);
    return Learning(state->learner, state->input, execution).run();
  };
  return command;
}

Command learn_by_hints_command() {
  Command command = picking_command("learn", Picks::kByHints);
  command.line = "learn by the method that fits what is given, and say which and why";
  command.given[0].required = false;
  return command;
}

Command learn_by_trial_command() {
  Command command = picking_command("learn auto", Picks::kByTrial);
  command.line = "try rca, cfld, elda (and lda) on held-out pairs, and learn by the best";
  return command;
}

}  // namespace germane
