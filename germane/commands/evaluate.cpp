#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/plots_cluster.h"
#include "germane/commands/scores.h"
#include "germane/commands/table_input.h"
#include "germane/evaluate/partition_intervals.h"
#include "germane/evaluate/verification.h"
#include "germane/io/file.h"
#include "germane/io/side_information_file.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace germane {
namespace {

struct EvaluateInput {
  std::vector<std::string> clusters;
  std::string truth;
  std::string pairs;
  TableInput table;  // of the truth
  std::string unknown_ids = "refuse";
  BootstrapOptions bootstrap;
  bool plots = false;  // a wish of the front end
};

template <class Visitor>
void describe(EvaluateInput& o, Visitor&& option) {
  option("truth", o.truth, anything(), "FILE: the table that holds the labels");
  option("label", o.table.label, anything(), "COLUMN: its labels");
  option("labels", o.table.labels, anything(),
         "FILE: of its labels, one per row or `id label` lines");
  option("id", o.table.id, anything(), "COLUMN: its ids, when clusters are given by id");
  option("ids", o.table.ids, anything(), "FILE: of its ids, one a line");
  option("header", o.table.header, one_of({"auto", "yes", "no"}),
         "whether the first line of its text names the columns; auto: if it holds words");
  option("pairs", o.pairs, anything(),
         "FILE: held-out must-links; how many were put together; -: standard input");
  option("unknown-ids", o.unknown_ids, one_of({"refuse", "skip"}),
         "ids that the truth does not have");
  describe(o.bootstrap, option);
}

Index rows_in_both(const Codes& clusters, const Codes& labels) {
  Index count = 0;
  for (Index row = 0; row < clusters.rows(); ++row)
    count += clusters.known(row) && labels.known(row) ? 1 : 0;
  return count;
}

Report evaluate(EvaluateInput input, const Execution& execution) {
  if (input.truth.empty())
    throw InputError(
        "evaluate: against what? pass --truth FILE --label COLUMN, or --truth FILE --pairs FILE");
  if (input.table.label.empty() && input.table.labels.empty() && input.pairs.empty())
    throw InputError("evaluate: which column of {} holds the labels? pass --label COLUMN",
                     input.truth);
  input.table.files = {input.truth};
  input.table.features = false;
  const Table table = open_input(input.table, "", {}, input.unknown_ids);
  const RowNames names{table.ids, table.rows->rows(),
                       input.unknown_ids == "skip" ? UnknownIds::kSkip : UnknownIds::kRefuse};
  std::vector<Link> links;
  if (!input.pairs.empty()) {
    links = read_links(input.pairs, names).must_links;
    if (links.empty())
      throw InputError(
          "{}: holds no pairs known to be the same; write lines of a b, or leave it out",
          input_name(input.pairs));
  }

  Report report;
  report.title = "evaluate";
  report.fact("truth", input.truth);
  report.fact("matched", table.ids.by_number() ? "by position" : "by id");
  std::vector<Result> results;
  std::vector<Index> first;  // clusters, by row
  for (const std::string& file : input.clusters) {
    const CodesFile clusters = read_codes(file, names);
    const auto given =
        static_cast<Index>(std::count_if(clusters.codes.of_row.begin(), clusters.codes.of_row.end(),
                                         [](Index c) { return c >= 0; }));
    if (table.ids.by_number() && given != names.rows)
      throw InputError(
          "{}: clusters for {}, {} has {}; matched by position the two must be the same rows, so "
          "give ids (--id COLUMN)",
          file, counted(given, "row"), input.truth, names.rows);
    if (given == 0)
      throw InputError(
          "{}: no row has both a cluster and a label, as none of its ids is in {}; check that the "
          "two files name the same rows",
          file, input.truth);
    if (!table.labels.of_row.empty() && rows_in_both(clusters.codes, table.labels) < 2)
      throw InputError(
          "{}: {} has a cluster and a label in {}; scores are of pairs of rows, so two are needed",
          file, rows_in_both(clusters.codes, table.labels) == 1 ? "one row" : "no row",
          input.truth);
    Result result{.name = file, .section = {}};
    Section& section = result.section;
    if (!table.labels.of_row.empty()) {
      section =
          score_section(clusters.codes.of_row, table.labels, "truth", input.bootstrap, execution);
      if (!first.empty())
        result.differences = partition_differences(first, clusters.codes.of_row,
                                                   table.labels.of_row, input.bootstrap, execution);
    }
    if (first.empty()) first = clusters.codes.of_row;
    if (clusters.unknown > 0)
      section.warnings.push_back(fmt::format("{}: {} skipped, as their ids are not in the truth",
                                             file, counted(clusters.unknown, "line")));
    if (!links.empty()) {
      const CoClustering kept = co_clustering(clusters.codes.of_row, links);
      section.fact("links_together", kept.share,
                   fmt::format("{} of {} held-out must-links", kept.together, kept.pairs));
      section.fact("links_expected", kept.expected, "by chance");
      section.fact("links_z", kept.z, "standard deviations above chance");
    }
    results.push_back(std::move(result));
    if (!input.plots || table.labels.of_row.empty()) continue;
    if (std::optional<Plot> plot = labels_in_clusters_plot(clusters.codes, table.labels)) {
      if (input.clusters.size() > 1) plot->title += ": " + file;
      report.plots.push_back(std::move(*plot));
    }
  }
  show_results(std::move(results), input.plots, report);
  return report;
}

}  // namespace

Command evaluate_command() {
  const auto input = std::make_shared<EvaluateInput>();
  Command command;
  command.name = "evaluate";
  command.line = "score clusterings against labels or held-out links";
  command.given = {{.name = "CLUSTERS",
                    .help = "CSV of row (or id) and cluster; several are shown side by side",
                    .required = true,
                    .repeated = true,
                    .set = [input](const std::string& file) { input->clusters.push_back(file); }}};
  command.options = list_options(*input);
  command.result = "pair_accuracy, ari, nmi, purity and their kin, each with an interval";
  command.example = "germane evaluate clusters.csv --truth data/wine.csv --label label";
  command.paper = "[DeBie03, 4.1]";
  command.plots = &input->plots;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    return evaluate(*input, execution);
  };
  return command;
}

}  // namespace germane
