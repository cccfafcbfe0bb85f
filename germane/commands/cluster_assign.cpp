#include "germane/base/error.h"
#include "germane/commands/cluster_space.h"
#include "germane/commands/commands.h"
#include "germane/commands/table_input.h"

namespace germane {
namespace {

struct AssignInput {
  std::string clustering;
  TableInput table;
  std::string out;
};

template <class Visitor>
void describe(AssignInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the clusters, as CSV of row (or id) and cluster");
  describe(o.table, option);
}

// What the columns of new rows must be, in the words of a model: for who opens tables.
Model columns_of(const SavedClustering& saved) {
  if (saved.model) return *saved.model;
  Model model;
  model.map.columns = saved.columns;
  model.map.map.resize(0, saved.rule->columns());
  model.fill = saved.fill;
  return model;
}

Report assign(const AssignInput& input, const Execution& execution) {
  require_no_choice(input.table);
  const SavedClustering saved = read_clustering(input.clustering);
  const Table table = open_for_model(input.table, columns_of(saved));
  const ClusterSpace space(*table.rows, saved);
  const std::vector<Index> cluster = saved.rule->assign(space.rows(), execution);

  Report report;
  report.title = "cluster assign";
  report_table(table, report);
  report.fact("clustering", input.clustering, "cluster " + saved.method);
  report.fact("rule", saved.rule->sentence());
  report_clusters(cluster_sizes(cluster, saved.rule->clusters()), report);
  report_agreement(cluster, table, input.table, report);
  write_clusters(input.out, cluster, table.ids, report);
  return report;
}

}  // namespace

Command cluster_assign_command() {
  const auto input = std::make_shared<AssignInput>();
  Command command;
  command.name = "cluster assign";
  command.line = "labels new rows by a clustering that was saved";
  command.given = {{.name = "CLUSTERING",
                    .help = "the file that cluster METHOD --save wrote",
                    .set = [input](const std::string& word) { input->clustering = word; }},
                   data_argument(input->table)};
  command.options = list_options(*input);
  command.result = "a cluster for every row (--out); with --label also how well they agree";
  command.example = "germane cluster assign wine.clusters data/wine.csv --label label";
  command.run = [input](const Execution& execution) {
    check_options(*input);
    require_new_file(input->out, input->table, {}, input->clustering);
    require_writable(input->out);
    return assign(*input, execution);
  };
  return command;
}

}  // namespace germane
