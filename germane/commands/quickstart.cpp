#include "germane/base/error.h"
#include "germane/commands/commands.h"
#include "germane/commands/table_input.h"
#include "germane/data/simulate.h"
#include "germane/learn/rca.h"
#include "germane/reproduce/elda_clusters.h"
#include "germane/stats/gather.h"

#include <cmath>
#include <filesystem>
#include <system_error>

namespace germane {
namespace {

constexpr int kDraws = 20;
constexpr double kComponents = 0.7;

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
  const double raw = kmeans_accuracy(rows, table.labels, 0, execution);
  const double standardized =
      kmeans_accuracy(MappedRows(rows, standardize), table.labels, 0, execution);

  double after_rca = 0, after_elda = 0, pairs = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto seed = static_cast<std::uint64_t>(draw);
    Random random(seed);
    const std::vector<Link> links = simulate_pairs(table.labels, kComponents, random);
    const Chunklets chunklets = close_links(links, rows.rows());
    const Statistics statistics =
        gather_statistics(rows, GatherPlan{.chunklets = &chunklets}, execution).all();
    const auto mean_accuracy = [&](const LinearMap& map) {
      return kmeans_accuracy(MappedRows(rows, map), table.labels, seed, execution) / kDraws;
    };
    after_rca += mean_accuracy(learn_rca(statistics).map);
    after_elda +=
        mean_accuracy(learn_elda_by_folds(rows, links, table.labels.count(), seed, execution, 1));
    pairs += static_cast<double>(links.size()) / kDraws;
    execution.progress.report(name, draw + 1, kDraws);
  }
  return {name,         rows.rows(), rows.columns(), table.labels.count(), std::round(pairs), raw,
          standardized, after_rca,   after_elda};
}

Report quickstart(const std::string& folder, const Execution& execution) {
  std::error_code unreadable;  // a name that is no name is refused like one of nothing
  if (!std::filesystem::exists(folder + "/iris.csv", unreadable))
    throw InputError(
        "quickstart: there is no {}/iris.csv; run it in the source tree, or name the folder where "
        "its data is: germane quickstart FOLDER",
        folder);
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
