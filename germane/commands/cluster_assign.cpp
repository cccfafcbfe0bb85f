#include "germane/base/error.h"
#include "germane/commands/cluster_space.h"
#include "germane/commands/commands.h"
#include "germane/commands/plots_cluster.h"
#include "germane/commands/table_input.h"

#include <cstdint>
#include <optional>

namespace germane {
namespace {

struct AssignInput {
  std::string clustering;
  TableInput table;
  SideInput side;  // its groups alone
  bool group_vote = false;
  std::string out;
  bool plots = false;  // a wish of the front end
};

template <class Visitor>
void describe(AssignInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the clusters, as CSV of row (or id) and cluster");
  option("group-vote", o.group_vote, anything(),
         "every group gets the cluster that most of its rows are in");
  option("chunklets", o.side.chunklets, anything(),
         "FILE: of groups, for --group-vote, one per row or `id group` lines");
  option("chunklet-column", o.side.chunklet_column, anything(),
         "COLUMN: of groups, for --group-vote");
  option("unknown-ids", o.side.unknown_ids, one_of({"refuse", "skip"}),
         "ids that the data does not have");
  describe(o.table, option);
}

void require_sense(const AssignInput& input) {
  require_groups(input.group_vote, input.side);
  if (!input.group_vote && !(input.side.chunklets + input.side.chunklet_column).empty())
    throw InputError("cluster assign: are these groups to vote? pass --group-vote too");
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

void draw(const std::vector<Index>& cluster, Index k, const Table& table, const RowSource& rows,
          const Execution& execution, Report& report) {
  constexpr std::uint64_t kSeed = 0;  // of the rows that are drawn, where these are too many
  if (rows.rows() > 2)
    report.plots.push_back(clusters_plot(rows, cluster, k, table.ids, kSeed, execution));
  if (table.labels.of_row.empty()) return;
  if (std::optional<Plot> plot = labels_in_clusters_plot(numbered(cluster, k), table.labels))
    report.sections.back().plots.push_back(std::move(*plot));
}

Report assign(const AssignInput& input, const Execution& execution) {
  require_no_choice(input.table);
  const SavedClustering saved = read_clustering(input.clustering);
  const Table table = open_for_model(input.table, columns_of(saved), input.side.unknown_ids,
                                     input.side.chunklet_column);
  const ClusterSpace space(*table.rows, saved);
  const Index k = saved.rule->clusters();
  std::vector<Index> cluster = saved.rule->assign(space.rows(), execution);

  Report report;
  report.title = "cluster assign";
  report_table(table, report);
  report.fact("clustering", input.clustering, "cluster " + saved.method);
  report.fact("rule", saved.rule->sentence());
  if (input.group_vote)
    cluster = vote(cluster, read_side(input.side, table, report).given, k, report);
  report_clusters(cluster_sizes(cluster, k), report);
  report_agreement(cluster, table, input.table, report);
  write_clusters(input.out, cluster, table.ids, report);
  if (input.plots) draw(cluster, k, table, space.rows(), execution, report);
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
  command.plots = &input->plots;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    require_sense(*input);
    require_new_file(input->out, input->table, input->side, input->clustering);
    return assign(*input, execution);
  };
  return command;
}

}  // namespace germane
