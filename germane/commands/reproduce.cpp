#include "germane/base/error.h"
#include "germane/commands/commands.h"
#include "germane/reproduce/catalog.h"

#include <memory>

namespace germane {
namespace {

struct ReproduceInput {
  std::string paper, name;
  std::string data = "data";
  std::int64_t repetitions = 0;
  std::int64_t seed = 0;
  bool plots = false;  // wanted; figures are made in any case, as they cost nothing beside the runs
};

template <class Visitor>
void describe(ReproduceInput& o, Visitor&& option) {
  option("data", o.data, anything(), "FOLDER: of the data sets");
  option("repetitions", o.repetitions, between(0, 1e6),
         "of every experiment; 0: as many as in the paper");
  option("seed", o.seed, anything(), "of all that is drawn at random");
}

Report list_experiments() {
  Report report;
  report.title = "experiments";
  ReportTable table{
      .key = "experiments", .title = "", .columns = {"experiment", "shows"}, .rows = {}};
  for (const Experiment& experiment : experiments())
    table.rows.push_back({experiment.paper + " " + experiment.name, experiment.line});
  report.tables.push_back(std::move(table));
  report.notes.emplace_back("Next: germane reproduce debie03 table1 --data FOLDER");
  return report;
}

Report reproduce(const ReproduceInput& input, const Execution& execution) {
  if (input.paper.empty()) return list_experiments();
  Report report;
  report.title = "the paper's numbers, and ours";
  report.fact("seed", input.seed);
  bool ran = false;
  for (const Experiment* experiment : find_experiments(input.paper, input.name)) {
    const Setting setting{
        .data = input.data,
        .repetitions = input.repetitions > 0 ? input.repetitions : experiment->repetitions,
        .seed = static_cast<std::uint64_t>(input.seed),
        .execution = execution};
    Reproduction done = run_experiment(*experiment, setting);
    ran = ran || done.ran;
    done.section.facts.insert(done.section.facts.begin(),
                              Fact{.key = "repetitions", .value = setting.repetitions});
    report.add(std::move(done.section));
  }
  if (!ran)
    throw InputError(
        "reproduce {}: nothing could be run: {}; pass the folder of the data as --data",
        input.paper, all_warnings(report).front());
  return report;
}

}  // namespace

Command reproduce_command() {
  const auto input = std::make_shared<ReproduceInput>();
  Command command;
  command.name = "reproduce";
  command.line = "run a paper's experiments again, and show its numbers beside ours";
  command.given = {{.name = "PAPER",
                    .help = "as debie03; none: lists what there is",
                    .required = false,
                    .repeated = false,
                    .set = [input](const std::string& word) { input->paper = word; }},
                   {.name = "EXPERIMENT",
                    .help = "a table or figure of it, as table1; none: all",
                    .required = false,
                    .repeated = false,
                    .set = [input](const std::string& word) { input->name = word; }}};
  command.options = list_options(*input);
  command.plots = &input->plots;
  command.result = "tables of the paper's numbers beside means and deviations of ours";
  command.example = "germane reproduce debie03 figure1 --repetitions 3";
  command.run = [input](const Execution& execution) {
    check_options(*input);
    return reproduce(*input, execution);
  };
  return command;
}

}  // namespace germane
