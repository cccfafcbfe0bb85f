#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/scores.h"
#include "germane/evaluate/judged_pairs.h"
#include "germane/io/file.h"
#include "germane/io/scored_pairs.h"

#include <algorithm>

namespace germane {
namespace {

struct EvaluatePairsInput {
  std::vector<std::string> files;
  std::string alike = "auto";
  DetectionCost cost;
  BootstrapOptions bootstrap;
};

template <class Visitor>
void describe(EvaluatePairsInput& o, Visitor&& option) {
  option("alike", o.alike, one_of({"auto", "smaller", "larger"}),
         "what makes a pair more alike; auto: smaller in a column named distance, and where the "
         "log-likelihood ratios fall as scores rise; else larger");
  option("prior", o.cost.prior, Range{.low = 0, .high = 1, .low_open = true, .high_open = true},
         "how often a pair will be a same pair, for min_dcf");
  option("cost-miss", o.cost.cost_miss, above(0), "of refusing a same pair");
  option("cost-accept", o.cost.cost_accept, above(0), "of accepting a different pair");
  describe(o.bootstrap, option);
}

Alike choose_alike(const std::string& word, const ScoredPairs& pairs) {
  if (word != "auto") return word == "smaller" ? Alike::kSmaller : Alike::kLarger;
  if (pairs.score_name == "distance") return Alike::kSmaller;
  if (pairs.llr.empty()) return Alike::kLarger;
  const auto [least, most] = std::minmax_element(pairs.score.begin(), pairs.score.end());
  const auto llr_at = [&](auto place) {
    return pairs.llr[static_cast<std::size_t>(place - pairs.score.begin())];
  };
  return llr_at(least) > llr_at(most) ? Alike::kSmaller : Alike::kLarger;
}

// The pairs whose kind is said.
JudgedPairs judged(const ScoredPairs& pairs, Alike alike) {
  JudgedPairs known;
  known.rows = pairs.rows;
  known.alike = alike;
  for (std::size_t i = 0; i < pairs.kind.size(); ++i) {
    if (pairs.kind[i] == LinkKind::kNotSaid) continue;
    known.a.push_back(pairs.a[i]);
    known.b.push_back(pairs.b[i]);
    known.same.push_back(pairs.kind[i] == LinkKind::kSame ? 1 : 0);
    known.score.push_back(pairs.score[i]);
    if (!pairs.llr.empty()) known.llr.push_back(pairs.llr[i]);
  }
  return known;
}

Section score(const std::string& file, const EvaluatePairsInput& input,
              const Execution& execution) {
  const ScoredPairs pairs = read_scored_pairs(file);
  const Alike alike = choose_alike(input.alike, pairs);
  const JudgedPairs known = judged(pairs, alike);
  const JudgedScores scores = score_judged(known, input.cost, input_name(file));
  const std::vector<Interval> intervals =
      judged_intervals(known, scores, input.cost, input.bootstrap, execution);
  Section section;
  section.fact("same_pairs", scores.same).fact("different_pairs", scores.different);
  section.fact("more_alike", alike == Alike::kSmaller ? "smaller" : "larger", "scores");
  add_scores(scores, intervals, section);
  if (scores.auc < 0.5)
    section.warnings.push_back(fmt::format(
        "{}: different pairs look more alike than same ones (auc {}); are {} scores more alike? "
        "then pass --alike {}",
        input_name(file), significant(scores.auc), alike == Alike::kSmaller ? "larger" : "smaller",
        alike == Alike::kSmaller ? "larger" : "smaller"));
  const auto left_out = static_cast<Index>(pairs.score.size() - known.score.size());
  if (left_out > 0) section.fact("pairs_left_out", left_out, "of a kind that is not said");
  return section;
}

Report evaluate_pairs(const EvaluatePairsInput& input, const Execution& execution) {
  Report report;
  report.title = "evaluate pairs";
  std::vector<Section> results;
  for (const std::string& file : input.files) results.push_back(score(file, input, execution));
  if (results.size() == 1) report.fact("pairs", input_name(input.files.front()));
  show_results(input.files, std::move(results), report);
  if (input.bootstrap.bootstrap > 0)
    report.notes.emplace_back(
        "intervals are by drawing rows, not pairs, again: pairs of one row are right or wrong "
        "together");
  return report;
}

}  // namespace

Command evaluate_pairs_command() {
  const auto input = std::make_shared<EvaluatePairsInput>();
  Command command;
  command.name = "evaluate pairs";
  command.line = "how well scores tell same pairs from different ones";
  command.given = {{.name = "SCORES",
                    .help =
                        "of lines `a b kind score`, as germane pairs --out writes them; several "
                        "are shown side by side; -: standard input",
                    .required = true,
                    .repeated = true,
                    .set = [input](const std::string& file) { input->files.push_back(file); }}};
  command.options = list_options(*input);
  command.result = "auc, equal_error, min_dcf and, of log-likelihood ratios, cllr, with intervals";
  command.example = "germane evaluate pairs scores.csv";
  command.run = [input](const Execution& execution) {
    check_options(*input);
    return evaluate_pairs(*input, execution);
  };
  return command;
}

}  // namespace germane
