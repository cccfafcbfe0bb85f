#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/plots_evaluate.h"
#include "germane/commands/scores.h"
#include "germane/commands/table_input.h"
#include "germane/io/file.h"
#include "germane/io/neighbor_file.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace germane {
namespace {

struct EvaluateRankingInput {
  std::vector<std::string> files;
  std::string truth;
  std::string queries;
  TableInput table;  // of the truth
  std::string unknown_ids = "refuse";
  BootstrapOptions bootstrap;
  bool plots = false;  // a wish of the front end
};

template <class Visitor>
void describe(EvaluateRankingInput& o, Visitor&& option) {
  option("truth", o.truth, anything(), "FILE: the table of rows, with their labels");
  option("queries", o.queries, anything(),
         "FILE: the table of queries, with the same columns; without it queries are rows");
  option("label", o.table.label, anything(), "COLUMN: of labels, in both tables");
  option("labels", o.table.labels, anything(),
         "FILE: of the rows' labels, one per row or `id label` lines");
  option("id", o.table.id, anything(), "COLUMN: of ids, in both tables");
  option("ids", o.table.ids, anything(), "FILE: of the rows' ids, one a line");
  option("header", o.table.header, one_of({"auto", "yes", "no"}),
         "whether first lines name columns");
  option("unknown-ids", o.unknown_ids, one_of({"refuse", "skip"}),
         "ids that the tables do not have");
  describe(o.bootstrap, option);
}

void require_usable(const EvaluateRankingInput& input) {
  if (input.truth.empty() || (input.table.label.empty() && input.table.labels.empty()))
    throw InputError("evaluate ranking: against what? pass --truth FILE --label COLUMN");
  if (!input.queries.empty() && input.table.label.empty())
    throw InputError(
        "evaluate ranking: which column of {} holds the labels? pass --label COLUMN; a file of "
        "--labels is of the rows alone",
        input.queries);
}

// Labels of queries by the codes of the rows'; -1 for a label that no row has.
std::vector<Index> by_codes_of(const Codes& rows, const Codes& queries) {
  std::unordered_map<std::string, Index> code;
  for (std::size_t i = 0; i < rows.names.size(); ++i)
    code.emplace(rows.names[i], static_cast<Index>(i));
  std::vector<Index> labels;
  for (const Index own : queries.of_row) {
    const auto found =
        own < 0 ? code.end() : code.find(queries.names[static_cast<std::size_t>(own)]);
    labels.push_back(found == code.end() ? -1 : found->second);
  }
  return labels;
}

struct Truth {
  Table rows;
  std::optional<Table> queries;    // none: the rows themselves ask
  std::vector<Index> query_label;  // of each row of `queries`
};

Truth read_truth(EvaluateRankingInput input) {
  input.table.files = {input.truth};
  input.table.features = false;
  Truth truth;
  truth.rows = open_input(input.table, "", {}, input.unknown_ids);
  if (input.queries.empty()) {
    truth.query_label = truth.rows.labels.of_row;
    return truth;
  }
  input.table.files = {input.queries};
  input.table.ids.clear();
  truth.queries = open_input(input.table, "", {}, input.unknown_ids);
  truth.query_label = by_codes_of(truth.rows.labels, truth.queries->labels);
  return truth;
}

// What one file holds, and what it comes to.
struct Scored {
  RankedLists lists;
  RankingScores scores;
};

Scored read_and_score(const std::string& file, const Truth& truth,
                      const EvaluateRankingInput& input) {
  const UnknownIds unknown = input.unknown_ids == "skip" ? UnknownIds::kSkip : UnknownIds::kRefuse;
  const Table& asking = truth.queries ? *truth.queries : truth.rows;
  Scored scored{read_ranked_lists(file, {asking.ids, asking.rows->rows(), unknown},
                                  {truth.rows.ids, truth.rows.rows->rows(), unknown}),
                {}};
  std::vector<Index> label, self;
  for (const Index query : scored.lists.query) {
    label.push_back(truth.query_label[static_cast<std::size_t>(query)]);
    self.push_back(truth.queries ? -1 : query);
  }
  scored.scores = score_ranking(scored.lists.found, label, truth.rows.labels.of_row, self);
  scored.lists.found.clear();
  return scored;
}

Section section_of(const Scored& scored, const std::string& file, const BootstrapOptions& bootstrap,
                   const Execution& execution) {
  const RankingScores& scores = scored.scores;
  Section section;
  section.fact("queries", static_cast<Index>(scores.of_query.size()));
  section.fact("k", scores.longest, "answers in the longest list");
  add_scores(scores, ranking_intervals(scores, bootstrap, execution), section);
  if (scores.left_out > 0)
    section.fact("queries_left_out", scores.left_out,
                 "without a label, or with one that no other row has");
  if (scored.lists.unknown > 0)
    section.warnings.push_back(fmt::format("{}: {} skipped, as the tables do not have their ids",
                                           input_name(file),
                                           counted(scored.lists.unknown, "line")));
  return section;
}

Report evaluate_ranking(const EvaluateRankingInput& input, const Execution& execution) {
  require_usable(input);
  const Truth truth = read_truth(input);
  Report report;
  report.title = "evaluate ranking";
  report.fact("truth", input.truth);
  std::vector<Scored> all;
  for (const std::string& file : input.files) all.push_back(read_and_score(file, truth, input));
  std::vector<Result> results;
  std::vector<std::pair<std::string, const RankingScores*>> drawn;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Result result{input.files[i], section_of(all[i], input.files[i], input.bootstrap, execution)};
    if (i > 0)
      result.differences = ranking_differences(all[0].scores, all[0].lists.query, all[i].scores,
                                               all[i].lists.query, input.bootstrap, execution);
    results.push_back(std::move(result));
    drawn.emplace_back(input.files[i], &all[i].scores);
  }
  if (input.plots) report.plots = ranking_plots(drawn);
  show_results(std::move(results), input.plots, report);
  return report;
}

}  // namespace

Command evaluate_ranking_command() {
  const auto input = std::make_shared<EvaluateRankingInput>();
  Command command;
  command.name = "evaluate ranking";
  command.line = "score lists of nearest rows against labels";
  command.given = {{.name = "NEIGHBORS",
                    .help = "CSV of query, rank and neighbor, as germane retrieve --out writes it; "
                            "several are shown side by side",
                    .required = true,
                    .repeated = true,
                    .set = [input](const std::string& file) { input->files.push_back(file); }}};
  command.options = list_options(*input);
  command.result = "nearest_error, precision, average_precision and their kin, with intervals";
  command.example = "germane evaluate ranking neighbors.csv --truth data/iris.csv --label label";
  command.plots = &input->plots;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    return evaluate_ranking(*input, execution);
  };
  return command;
}

}  // namespace germane
