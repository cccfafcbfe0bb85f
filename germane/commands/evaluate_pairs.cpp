#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/plots_pairs.h"
#include "germane/commands/scores.h"
#include "germane/evaluate/judged_pairs.h"
#include "germane/io/file.h"
#include "germane/io/scored_pairs.h"
#include "germane/io/spool.h"
#include "germane/io/text_lines.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

namespace germane {
namespace {

constexpr std::size_t kPlotPoints = 2000;

struct EvaluatePairsInput {
  std::vector<std::string> files;
  std::string alike = "auto";
  DetectionCost cost;
  BootstrapOptions bootstrap;
  bool plots = false;  // a wish of the front end
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

// Numbers of rows by their names, over all files: rows that two results share are drawn for both.
using RowNumbers = std::unordered_map<std::string, Index>;

// What one file holds: the pairs whose kind is said.
struct Judged {
  JudgedPairs pairs;
  std::string score_name;
  Index left_out = 0;
};

// What the rows of a file, which are numbered as they come in it, are called in it.
std::vector<Index> numbers_of(const ScoredPairs& pairs, std::string_view text,
                              const std::string& where, RowNumbers& numbers) {
  constexpr Index kMostFields = 8;
  std::size_t count = 0;
  for (TextLines lines(text, where, kMostFields); lines.next();) ++count;
  TextLines lines(text, where, kMostFields);
  if (count > pairs.a.size()) lines.next();  // its header
  std::vector<Index> number(static_cast<std::size_t>(pairs.rows));
  for (std::size_t i = 0; lines.next(); ++i)
    for (const auto& [row, field] : {std::pair(pairs.a[i], 0), std::pair(pairs.b[i], 1)})
      number[static_cast<std::size_t>(row)] =
          numbers.try_emplace(std::string(lines.field(field)), static_cast<Index>(numbers.size()))
              .first->second;
  return number;
}

Judged read_judged(const std::string& file, const std::string& alike, RowNumbers& numbers) {
  const std::unique_ptr<MappedFile> held = open_text(file);
  const auto bytes = held->bytes();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string where = input_name(file);
  const ScoredPairs read = parse_scored_pairs(text, where);
  const std::vector<Index> number = numbers_of(read, text, where, numbers);
  held->require_unchanged();

  Judged judged;
  judged.score_name = read.score_name;
  judged.pairs.alike = choose_alike(alike, read);
  for (std::size_t i = 0; i < read.kind.size(); ++i) {
    if (read.kind[i] == LinkKind::kNotSaid) {
      ++judged.left_out;
      continue;
    }
    judged.pairs.a.push_back(number[static_cast<std::size_t>(read.a[i])]);
    judged.pairs.b.push_back(number[static_cast<std::size_t>(read.b[i])]);
    judged.pairs.same.push_back(read.kind[i] == LinkKind::kSame ? 1 : 0);
    judged.pairs.score.push_back(read.score[i]);
    if (!read.llr.empty()) judged.pairs.llr.push_back(read.llr[i]);
  }
  return judged;
}

Section section_of(const Judged& judged, const std::string& file, const EvaluatePairsInput& input,
                   const Execution& execution) {
  const Alike alike = judged.pairs.alike;
  const JudgedScores scores = score_judged(judged.pairs, input.cost, input_name(file));
  Section section;
  section.fact("same_pairs", scores.same).fact("different_pairs", scores.different);
  section.fact("more_alike", alike == Alike::kSmaller ? "smaller" : "larger", "scores");
  add_scores(scores, judged_intervals(judged.pairs, scores, input.cost, input.bootstrap, execution),
             section);
  if (scores.auc < 0.5)
    section.warnings.push_back(fmt::format(
        "{}: different pairs look more alike than same ones (auc {}); are {} scores more alike? "
        "then pass --alike {}",
        input_name(file), significant(scores.auc), alike == Alike::kSmaller ? "larger" : "smaller",
        alike == Alike::kSmaller ? "larger" : "smaller"));
  if (judged.left_out > 0)
    section.fact("pairs_left_out", judged.left_out, "of a kind that is not said");
  return section;
}

// How scores are spread in each file, and the two errors of all of them in one plot.
void draw(std::vector<Judged> all, const std::vector<std::string>& files, Report& report) {
  std::vector<DetPlotCurve> curves;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Alike alike = all[i].pairs.alike;
    std::vector<double> same, different;
    for (std::size_t p = 0; p < all[i].pairs.score.size(); ++p)
      (all[i].pairs.same[p] ? same : different).push_back(all[i].pairs.score[p]);
    Plot spread = score_spread_plot(same, different, all[i].score_name, alike, std::nullopt);
    if (files.size() > 1) spread.title += ": " + files[i];
    report.plots.push_back(std::move(spread));
    const RankedPairs ranked(std::move(same), std::move(different), alike);
    curves.push_back({files[i], det_curve(ranked, kPlotPoints), ranked.same(), ranked.different(),
                      score_verification(ranked).equal_error, std::nullopt});
  }
  report.plots.insert(report.plots.begin(), error_trade_off_plot(curves));
}

Report evaluate_pairs(const EvaluatePairsInput& input, const Execution& execution) {
  Report report;
  report.title = "evaluate pairs";
  RowNumbers numbers;
  std::vector<Judged> all;
  for (const std::string& file : input.files)
    all.push_back(read_judged(file, input.alike, numbers));
  for (Judged& judged : all) judged.pairs.rows = static_cast<Index>(numbers.size());
  std::vector<Result> results;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Result result{input.files[i], section_of(all[i], input.files[i], input, execution)};
    if (i > 0)
      result.differences =
          judged_differences(all[0].pairs, all[i].pairs, input.cost, input.bootstrap, execution);
    results.push_back(std::move(result));
  }
  if (results.size() == 1) report.fact("pairs", input_name(input.files.front()));
  show_results(std::move(results), input.plots, report);
  if (input.plots) draw(std::move(all), input.files, report);
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
  command.plots = &input->plots;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    return evaluate_pairs(*input, execution);
  };
  return command;
}

}  // namespace germane
