#include "germane/commands/learn_sections.h"

#include "germane/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace germane {

Section summary_section(const std::string& key, const std::string& title, const Summary& summary) {
  Section section{.key = key, .title = title};
  for (const auto& [name, value] : summary.facts) section.fact(name, value);
  section.notes = summary.notes;
  section.warnings = summary.warnings;
  return section;
}

Section choice_section(const std::string& option, const Choice& choice) {
  Section section{.key = "choice_of_" + option,
                  .title = fmt::format("how the {} {} chosen", option,
                                       option == "dimensions" ? "were" : "was")};
  section.fact("option", option);
  section.fact("chosen", choice.chosen().value);
  section.fact("by", choice.by);
  ReportTable table{.key = "candidates", .title = "", .columns = {option, "score"}, .rows = {}};
  for (const Candidate& candidate : choice.candidates)
    table.rows.push_back(
        {candidate.value, candidate.failure.empty() ? Value(candidate.score) : Value("failed")});
  for (const Candidate& candidate : choice.candidates) {
    if (candidate.failure.empty()) continue;
    const Value& value = candidate.value;
    section.notes.push_back(
        fmt::format("{} {}: {}", option,
                    value.is_number() ? shortest(value.number()) : *value.get_if<std::string>(),
                    candidate.failure));
  }
  section.tables.push_back(std::move(table));
  return section;
}

namespace {

constexpr Index kFewFolds = 3;
// Above 0.5 by less, in standard errors of an AUC that is chance, nothing is told apart.
constexpr double kChance = 2;

std::string way_out(const LearnMethod& method, const CheckedHints& hints) {
  if (method.needs == SideNeeds::kNothing)
    return ": it does not know what belongs together; try learn rca";
  const std::string others = fmt::format("{}another method (germane methods)",
                                         hints.prepared ? "" : "--prepare standardize or ");
  return hints.all_rows
             ? fmt::format(": every row has a hint already, so more of them cannot help; try {}",
                           others)
             : fmt::format(": try more or cleaner pairs, {}{}", hints.prepared ? "or " : "",
                           others);
}

// What few folds mean, which readers cannot know.
std::string on_few_folds(const CheckedHints& hints, Index folds) {
  return fmt::format(
      "{} make {}: each learns from {} and is judged by the one it has not seen, so this tells how "
      "well what was learned carries over to new classes, from less than the model had. If the "
      "chunklets are all the classes there are, learn lda --label COLUMN is checked on held-out "
      "rows of the same classes",
      counted(hints.chunklets, "chunklet"), counted(folds, "fold"),
      folds == 2 ? "one chunklet alone" : fmt::format("{} chunklets", folds - 1));
}

// Pairs without any difference between them have an AUC of 0.5, and this standard error.
bool is_chance(const Check& check) {
  const auto same = static_cast<double>(check.same),
             different = static_cast<double>(check.different);
  const double error = std::sqrt((same + different + 1) / (12 * same * different));
  return check.learned.auc < 0.5 + kChance * error;
}

}  // namespace

Section check_section(const LearnMethod& method, const Check& check, const std::string& failure,
                      const CheckedHints& hints) {
  Section section{.key = "check", .title = "did it help?", .leads = true};
  if (!failure.empty() || check.folds == 0) {
    section.notes.push_back(failure.empty() ? "no check: no pairs could be held out"
                                            : "no check: without one fold, " + failure);
    return section;
  }
  section.fact("same_pairs", check.same, "held out");
  section.fact("different_pairs", check.different);
  section.fact("different_are", check.different_are,
               check.different_are.ends_with("random") ? "random rows are assumed to differ" : "");
  section.fact("folds", check.folds);
  section.fact("folds_helped", check.helped);
  ReportTable table{
      .key = "scores", .title = "", .columns = {"distance", "auc", "equal_error"}, .rows = {}};
  const auto row = [&](const std::string& name, const CheckScores& scores) {
    table.rows.push_back({name, scores.auc, scores.equal_error});
  };
  row("raw columns", check.raw);
  row("standardized columns", check.standardized);
  row("after " + method.name, check.learned);
  section.tables.push_back(std::move(table));

  const double plain = std::max(check.raw.auc, check.standardized.auc);
  if (check.folds > 1 && check.learned.auc <= plain) {
    section.fact("verdict", "it did not help");
    section.notes.push_back("it did not help" + way_out(method, hints));
  } else if (check.folds == 1 || 2 * check.helped <= check.folds) {
    section.fact("verdict", "not sure");
    section.notes.push_back("too few pairs to be sure that it helped" + way_out(method, hints));
  } else if (is_chance(check)) {
    section.fact("verdict", "not sure");
    section.notes.push_back(
        fmt::format("held-out pairs are told apart no better than by chance (AUC {:.4f}; 0.5 is "
                    "chance){}",
                    check.learned.auc, way_out(method, hints)));
  } else {
    section.fact("verdict", "it helped");
  }
  if (!hints.labelled && check.folds <= kFewFolds && check.folds == hints.chunklets)
    section.notes.push_back(on_few_folds(hints, check.folds));
  return section;
}

}  // namespace germane
