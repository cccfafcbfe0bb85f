#include "germane/commands/commands.h"
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

// A verb that picks the method itself.
Command picking_command(const std::string& name, Picks picks) {
  const auto input = std::make_shared<LearnInput>();
  Command command;
  command.name = name;
  command.given = {data_argument(input->table)};
  command.options = list_options(*input);
  command.result = kResult;
  command.example =
      fmt::format("germane {} data/iris.csv --chunklet-column label --out iris.model", name);
  command.run = [input, picks](const Execution& execution) {
    check_options(*input);
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
  return command;
}

Command learn_by_trial_command() {
  Command command = picking_command("learn auto", Picks::kByTrial);
  command.line = "try rca, cfld, elda (and lda) on held-out pairs, and learn by the best";
  return command;
}

}  // namespace germane
