#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/pair_scores.h"
#include "germane/commands/pairs_figures.h"
#include "germane/commands/pairs_given.h"
#include "germane/commands/table_input.h"
#include "germane/io/file.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace germane {
namespace {

struct PairsInput {
  std::string model;
  TableInput table;
  SideInput side;
  std::string score = "auto";
  WordOr<double> prior = "auto";
  WordOr<double> cost_miss = "auto";
  WordOr<double> cost_accept = "auto";
  std::string calibrate;
  std::string out;
  std::string plot;
  double memory = 1e9;
  bool plots = false;  // a wish of the front end
};

template <class Visitor>
void describe(PairsInput& o, Visitor&& option) {
  option("pairs", o.side.pairs, anything(),
         "FILE: of pairs, a b [same|different]; -: standard input");
  option("score", o.score, one_of({"auto", "distance", "cosine", "llr"}),
         "how alike two rows are; llr: log-likelihood ratio; auto: as calibrated, else distance");
  option("prior", o.prior,
         Range{.low = 0, .high = 1, .low_open = true, .high_open = true, .words = {"auto"}},
         "how often a pair will be a same pair; auto: as calibrated, else 0.5");
  option("cost-miss", o.cost_miss, above(0).or_words({"auto"}),
         "of refusing a same pair; auto: as calibrated, else 1");
  option("cost-accept", o.cost_accept, above(0).or_words({"auto"}),
         "of accepting a different pair; auto: as calibrated, else 1");
  option("calibrate", o.calibrate, anything(),
         "FILE: the model with a threshold fitted to these pairs");
  option("out", o.out, anything(), "FILE: a line a pair, as .csv or .tsv");
  option("plot", o.plot, anything(), "FILE: the detection error trade-off, as .svg");
  option("unknown-ids", o.side.unknown_ids, one_of({"refuse", "skip"}),
         "ids that the data does not have");
  option("memory", o.memory, bytes(), "bytes of mapped rows to hold at once");
  describe(o.table, option);
}

constexpr double kMostOdds = 1e9;

void require_usable_files(const PairsInput& input) {
  if (input.side.pairs.empty())
    throw InputError("pairs: which pairs? pass --pairs FILE of lines a b [same|different]");
  require_no_choice(input.table);
  if (!input.plot.empty() && !input.plot.ends_with(".svg"))
    throw InputError("--plot {}: must end in .svg", input.plot);
  if (!input.out.empty() && !input.out.ends_with(".csv") && !input.out.ends_with(".tsv"))
    throw InputError("--out {}: must end in .csv or .tsv", input.out);
  std::vector<std::string> written;
  for (const std::string& file : {input.out, input.plot, input.calibrate}) {
    require_new_file(file, input.table, input.side, input.model);
    if (!file.empty() && std::count(written.begin(), written.end(), file) > 0)
      throw InputError("{}: two results would be written to it; name another file for one", file);
    written.push_back(file);
  }
}

PairScore choose_score(const PairsInput& input, const Model& model) {
  if (input.score == "auto")
    return pair_score_of(model.calibration ? model.calibration->score : "distance");
  const PairScore score = pair_score_of(input.score);
  if (score == PairScore::kLlr && !model.two_covariance)
    throw InputError(
        "{}: holds no two-covariance model, which --score llr needs; learn with elda, cfld or lda, "
        "or with rca on up to 512 columns, from two chunklets or more (not --links given), or pass "
        "--score distance",
        input.model);
  return score;
}

// What was given, then what the model was calibrated for, then the plain case.
DetectionCost choose_cost(const PairsInput& input, const std::optional<Calibration>& known) {
  const auto choose = [](const WordOr<double>& given, double otherwise) {
    return given.is_word() ? otherwise : given.number;
  };
  const DetectionCost cost{
      .prior = choose(input.prior, known ? known->prior : 0.5),
      .cost_miss = choose(input.cost_miss, known ? known->cost_miss : 1),
      .cost_accept = choose(input.cost_accept, known ? known->cost_accept : 1)};
  if (std::abs(cost.log_odds()) > std::log(kMostOdds))
    throw InputError(
        "prior {} with costs {} and {}: either error then weighs over {:g} times the other; such a "
        "threshold cannot be fitted, choose a prior and costs nearer to each other",
        cost.prior, cost.cost_miss, cost.cost_accept, kMostOdds);
  return cost;
}

bool has_weights(const std::vector<Link>& links) {
  return std::any_of(links.begin(), links.end(), [](const Link& link) { return link.weight != 1; });
}

void require_both_kinds(const PairsInput& input, const GivenPairs& given) {
  for (const auto& [option, file] : {std::pair("calibrate", input.calibrate), {"plot", input.plot}})
    if (!given.has_both_kinds() && !file.empty())
      throw InputError(
          "--{}: {} holds {}; both kinds are needed to know an error, write same or different "
          "third "
          "on each line",
          option, input_name(input.side.pairs), given.counts());
}

std::string why_no_error_rates(const GivenPairs& given, const std::string& file) {
  if (given.links.same.empty() && given.links.different.empty())
    return fmt::format(
        "{}: the file does not say which pairs are same or different, so there are no error rates; "
        "write same or different third on each line to have them",
        file);
  return fmt::format(
      "all pairs{} are {} pairs: without pairs of the other kind nothing can be wrong, so there "
      "are "
      "no error rates",
      given.links.not_said.empty() ? "" : " of known kind",
      given.links.same.empty() ? "different" : "same");
}

void note_what_plays_no_part(const GivenPairs& given, Report& report) {
  if (has_weights(given.links.same) || has_weights(given.links.different) ||
      has_weights(given.links.not_said))
    report.notes.emplace_back("weights of pairs play no part here: every pair counts once");
  if (!given.links.not_said.empty() && given.links.not_said.size() < given.kinds.size())
    report.notes.push_back(
        fmt::format("{} without same or different: scored, but part of no error rate",
                    counted(static_cast<Index>(given.links.not_said.size()), "pair")));
}

// What there is to say of the line that was fitted to these very pairs.
void report_fit(const GivenPairs& given, std::optional<double> honest,
                std::vector<std::string> notes, Section& section) {
  if (honest)
    section.fact("cllr_cross_fitted", *honest, "of pairs that the line was not fitted to");
  section.notes.push_back(
      fmt::format("calibrated on these {} and {}: figures at the threshold and cllr are of the "
                  "pairs it was fitted to{}",
                  counted(static_cast<Index>(given.links.same.size()), "same pair"),
                  counted(static_cast<Index>(given.links.different.size()), "different pair"),
                  honest ? "; cllr_cross_fitted is not" : ", and too few for others"));
  for (std::string& note : notes) section.notes.push_back(std::move(note));
}

Report pairs(const PairsInput& input, const Execution& execution) {
  require_usable_files(input);
  Model model = read_model(input.model);
  const PairScore score = choose_score(input, model);
  std::optional<Calibration> calibration = model.calibration;
  if (calibration && calibration->score != name_of(score)) calibration.reset();
  const DetectionCost cost = choose_cost(input, calibration);
  const Table table = open_for_model(input.table, model, input.side.unknown_ids);

  Report report;
  report.title = "pairs";
  report.fact("model", input.model, "learn " + model.method);
  report_table(table, report);
  const GivenPairs given = read_pairs(input.side, table, report);
  require_both_kinds(input, given);
  note_what_plays_no_part(given, report);

  PairScores scores =
      score_pairs(*table.rows, table.ids, model, score, given.links, input.memory, execution);
  report.fact("score", name_of(score));
  report.fact("prior", cost.prior, "share of same pairs in use");
  report.fact("cost_miss", cost.cost_miss).fact("cost_accept", cost.cost_accept);
  std::optional<double> honest;
  std::vector<std::string> fit_notes;
  if (!input.calibrate.empty()) {
    calibration = calibrate(scores, score, cost, fit_notes);
    honest = cross_fitted_cllr(scores, score, cost.effective_prior());
  }
  std::optional<Decisions> decisions;
  if (calibration) decisions = {*calibration, threshold_for(*calibration, cost)};
  std::optional<OutputFile> out, plot;
  if (!input.out.empty())
    write_scores(out.emplace(input.out), input.out.ends_with(".tsv") ? '\t' : ',', given, table.ids,
                 score, scores, decisions);
  const std::string file = input_name(input.side.pairs);
  if (given.has_both_kinds()) {
    const std::string title =
        input.plot.empty() ? "" : fmt::format("{} under {}", file, input.model);
    PairFigures figures =
        figures_of(std::move(scores), score, cost, calibration, title, input.plots);
    if (!input.calibrate.empty()) report_fit(given, honest, std::move(fit_notes), figures.section);
    report.add(std::move(figures.section));
    if (!input.plot.empty()) plot.emplace(input.plot).write(figures.plot);
  } else {
    report.notes.push_back(why_no_error_rates(given, file));
  }

  execution.stop_if_requested();
  if (!input.calibrate.empty()) {
    model.calibration = calibration;
    write_model(model, input.calibrate);
    report.fact("calibrated_model", input.calibrate);
  }
  if (out) {
    out->commit();
    report.fact("out", input.out);
  }
  if (plot) {
    plot->commit();
    report.fact("plot", input.plot);
  }
  return report;
}

}  // namespace

Command pairs_command() {
  const auto input = std::make_shared<PairsInput>();
  Command command;
  command.name = "pairs";
  command.line = "score pairs of rows under a model, and calibrate a threshold";
  command.given = {model_argument(input->model), data_argument(input->table)};
  command.options = list_options(*input);
  command.result = "error rates and costs; a score a pair; a model with a threshold; a DET plot";
  command.example = "germane pairs iris.model data/iris.csv --label label --pairs pairs.csv";
  command.plots = &input->plots;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    return pairs(*input, execution);
  };
  return command;
}

}  // namespace germane
