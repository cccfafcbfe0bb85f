#include "germane/base/error.h"
#include "germane/choose/choice.h"
#include "germane/cluster/kmeans.h"
#include "germane/commands/commands.h"
#include "germane/commands/table_input.h"
#include "germane/data/simulate.h"
#include "germane/evaluate/partition.h"
#include "germane/learn/elda.h"
#include "germane/learn/rca.h"
#include "germane/stats/gather.h"

#include <cmath>

namespace germane {
namespace {

constexpr int kDraws = 20;
constexpr double kComponents = 0.7;

double accuracy(const RowSource& rows, const Codes& labels, std::int64_t seed,
                const Execution& execution) {
  const KmeansClusters clusters =
      cluster_kmeans(rows, {.k = labels.count(), .restarts = 10, .seed = seed}, execution);
  return score_partition(tabulate(clusters.cluster, labels.of_row)).pair_accuracy;
}

// The ridge of expected LDA by [DeBie03, 4.2]: folds over the chunklets, z of held-out pairs.
EldaOptions choose_ridge(const RowSource& rows, const Chunklets& chunklets, Index k,
                         std::uint64_t seed, const Execution& execution) {
  constexpr Index kFolds = 10, kPairs = 10000;
  const Folds folds = deal_folds(chunklets, kFolds, seed);
  const Gathered gathered =
      gather_statistics(rows, GatherPlan{.chunklets = &chunklets, .folds = &folds}, execution);
  const std::vector<Statistics> training = all_but_each(gathered.folds, gathered.rest);
  const HeldOutPairs pairs = hold_out_pairs(chunklets, folds, {}, false, kPairs, seed);
  const auto learn = [&](std::size_t i, std::size_t fold) {
    return learn_elda(training[fold], {.ridge = kEldaRidges[i]}).map;
  };
  const Choice choice = choose_by_clusters(
      {rows, pairs, {kEldaRidges.begin(), kEldaRidges.end()}, learn}, k, seed, execution);
  return {.ridge = kEldaRidges[choice.best]};
}

// k-means on the columns as they are, standardised, and after learning from randomly drawn pairs.
std::vector<Value> compare(const std::string& name, const std::string& path,
                           const Execution& execution) {
  ColumnRoles roles;
  roles.label = "label";
  const Table table = open_table({path}, roles);
  const RowSource& rows = *table.rows;
  const Moments moments =
      gather_statistics(rows, GatherPlan{.scatter = false}, execution).all().total();
  const LinearMap standardize = standardizing_map(moments.mean, moments.standard_deviations());
  const double raw = accuracy(rows, table.labels, 0, execution);
  const double standardized = accuracy(MappedRows(rows, standardize), table.labels, 0, execution);

  double after_rca = 0, after_elda = 0, pairs = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    Random random(static_cast<std::uint64_t>(draw));
    const std::vector<Link> links = simulate_pairs(table.labels, kComponents, random);
    const Chunklets chunklets = close_links(links, rows.rows());
    const Statistics statistics =
        gather_statistics(rows, GatherPlan{.chunklets = &chunklets}, execution).all();
    const EldaOptions elda = choose_ridge(rows, chunklets, table.labels.count(),
                                          static_cast<std::uint64_t>(draw), execution);
    const auto mean_accuracy = [&](const LinearMap& map) {
      return accuracy(MappedRows(rows, map), table.labels, draw, execution) / kDraws;
    };
    after_rca += mean_accuracy(learn_rca(statistics).map);
    after_elda += mean_accuracy(learn_elda(statistics, elda).map);
    pairs += static_cast<double>(links.size()) / kDraws;
    execution.progress.report(name, draw + 1, kDraws);
  }
  return {name,         rows.rows(), rows.columns(), table.labels.count(), std::round(pairs), raw,
          standardized, after_rca,   after_elda};
}

Report quickstart(const std::string& folder, const Execution& execution) {
  Report report;
  report.title = "k-means, before and after learning which differences matter";
  ReportTable table{.key = "accuracy",
                    .title = "",
                    .columns = {"data", "rows", "columns", "classes", "pairs", "raw",
                                "standardized", "after_rca", "after_elda"},
                    .rows = {}};
  for (const std::string name : {"iris", "wine", "ionosphere"})
    table.rows.push_back(compare(name, folder + "/" + name + ".csv", execution));
  report.tables.push_back(std::move(table));
  report.notes.push_back(fmt::format(
      "Pair accuracy [DeBie03, 4.1]; 0.5 is chance. `pairs` are random pairs of rows "
      "of one class, the "
      "only thing learning was told; after_rca and after_elda are means over {} draws of them.",
      kDraws));
  report.notes.emplace_back("Next: germane learn rca --help, germane learn elda --help");
  return report;
}

}  // namespace

Command quickstart_command() {
  const auto folder = std::make_shared<std::string>("data");
  Command command;
  command.name = "quickstart";
  command.line = "what it does, shown on three bundled data sets";
  command.given = {{.name = "FOLDER",
                    .help = "where iris.csv, wine.csv and ionosphere.csv are; default data",
                    .required = false,
                    .repeated = false,
                    .set = [folder](const std::string& path) { *folder = path; }}};
  command.result = "a table of accuracies";
  command.example = "germane quickstart data";
  command.run = [folder](const Execution& execution) { return quickstart(*folder, execution); };
  return command;
}

}  // namespace germane
