#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/scores.h"
#include "germane/commands/table_input.h"
#include "germane/commands/units.h"
#include "germane/io/table_writer.h"
#include "germane/model/model_rows.h"
#include "germane/stats/gather.h"

#include <optional>

namespace germane {
namespace {

struct ClusterInput {
  TableInput table;
  std::string model;
  std::string prepare = "none";
  std::string out;
};

template <class Visitor>
void describe(ClusterInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the clusters, as CSV of row (or id) and cluster");
  option("model", o.model, anything(), "FILE: cluster in the space of this model");
  option("prepare", o.prepare, one_of({"none", "standardize", "unit-rows"}),
         "what is done to the rows first, without a model");
  describe(o.table, option);
}

// The rows as they are to be clustered: plain, prepared, or mapped. Owns what it is made of.
class ClusterRows {
 public:
  ClusterRows(const RowSource& rows, const ClusterInput& input, const std::optional<Model>& model,
              const Execution& execution)
      : rows_(&rows) {
    if (model) rows_ = &by_model_.emplace(rows, *model);
    if (input.prepare == "unit-rows") rows_ = &unit_.emplace(rows);
    if (input.prepare == "standardize") {
      const Moments moments =
          gather_statistics(rows, GatherPlan{.scatter = false}, execution).all().total();
      map_ = standardizing_map(moments.mean, moments.standard_deviations());
      rows_ = &standardized_.emplace(rows, map_);
    }
  }
  ClusterRows(const ClusterRows&) = delete;
  ClusterRows& operator=(const ClusterRows&) = delete;

  const RowSource& rows() const { return *rows_; }

 private:
  const RowSource* rows_;
  std::optional<ModelRows> by_model_;
  std::optional<UnitRows> unit_;
  LinearMap map_;
  std::optional<MappedRows> standardized_;
};

void add_summary(const Summary& summary, Section& section) {
  for (const auto& [name, value] : summary.facts) section.fact(name, value);
  section.notes.insert(section.notes.end(), summary.notes.begin(), summary.notes.end());
  section.warnings.insert(section.warnings.end(), summary.warnings.begin(), summary.warnings.end());
}

Report cluster(const ClusterMethod& method, const ClusterInput& input, const ClusterSetup& setup,
               const Execution& execution) {
  std::optional<Model> model;
  if (!input.model.empty()) {
    if (input.prepare != "none")
      throw InputError(
          "--prepare {} and --model {}: the model prepares rows as it learned to; give one "
          "of the two",
          input.prepare, input.model);
    require_no_choice(input.table);
    model = read_model(input.model);
  }
  const Table table = model ? open_for_model(input.table, *model) : open_input(input.table);
  const ClusterRows rows(*table.rows, input, model, execution);
  const Clustering result =
      setup.run({.rows = rows.rows(), .side = {}, .ids = table.ids, .execution = execution});

  Report report;
  report.title = "cluster " + method.name;
  report_table(table, report);
  if (model) report.fact("model", input.model, "learn " + model->method);
  if (input.prepare != "none") report.fact("prepare", input.prepare);
  if (method.depends_on_units && !model && input.prepare != "standardize") {
    const Moments moments =
        gather_statistics(rows.rows(), GatherPlan{.scatter = false}, execution).all().total();
    warn_of_units(moments, table.rows->column_names(), report);
  }
  report.fact("clusters", static_cast<Index>(result.sizes.size()));
  report.fact("sizes", Value::List(result.sizes.begin(), result.sizes.end()));
  add_summary(result.summary, report);
  if (!table.labels.of_row.empty())
    report.add(score_section(
        result.cluster, table.labels,
        "labels of " + (input.table.label.empty() ? input.table.labels
                                                  : "column " + quoted(input.table.label))));
  if (!input.out.empty()) {
    std::vector<std::string> names, clusters;
    for (Index row = 0; row < static_cast<Index>(result.cluster.size()); ++row) {
      names.push_back(table.ids.text(row));
      clusters.push_back(std::to_string(result.cluster[static_cast<std::size_t>(row)]));
    }
    write_columns(input.out, {table.ids.by_number() ? "row" : "id", "cluster"}, {names, clusters});
    report.fact("out", input.out);
  }
  return report;
}

}  // namespace

Command cluster_command(const ClusterMethod& method) {
  struct State {
    ClusterInput input;
    ClusterSetup setup;
  };
  const auto state = std::make_shared<State>();
  state->setup = method.setup();
  Command command;
  command.name = "cluster " + method.name;
  command.line = method.line;
  command.given = {data_argument(state->input.table)};
  command.options = state->setup.options;
  for (Option& option : list_options(state->input)) command.options.push_back(std::move(option));
  command.result = "a cluster for every row (--out); with --label also how well they agree";
  command.example = method.example;
  command.paper = method.paper;
  command.run = [state, method](const Execution& execution) {
    check_options(state->input);
    for (const Option& option : state->setup.options) option.check();  // before anything is read
    require_new_file(state->input.out, state->input.table, {}, state->input.model);
    return cluster(method, state->input, state->setup, execution);
  };
  return command;
}

}  // namespace germane
