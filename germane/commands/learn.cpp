#include "germane/commands/commands.h"
#include "germane/commands/learning.h"

#include <memory>

namespace germane {

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
  for (Option& option : list_options(state->input))
    if (option.name != "k" || state->setup.choice || state->setup.wants_k)
      command.options.push_back(std::move(option));
  command.result = "a model file (--out), what was found, and whether it helped on held-out pairs";
  command.example =
      method.needs == SideNeeds::kLabels
          ? fmt::format("germane learn {} data/wine.csv --label label --out wine.model",
                        method.name)
      : method.needs == SideNeeds::kNothing
          ? fmt::format("germane learn {} data/wine.csv --label label --dimensions 2", method.name)
          : fmt::format(
                "germane learn {} data/iris.csv --chunklet-column label "
                "--out iris.model",
                method.name);
  command.paper = method.paper;
  command.run = [state, method](const Execution& execution) {
    check_options(state->input);
    require_new_file(state->input.out, state->input.table, state->input.side);
    return Learning(method, state->input, state->setup, execution).run();
  };
  return command;
}

}  // namespace germane
