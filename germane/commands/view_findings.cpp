#include "germane/commands/view_findings.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/bootstrap_loadings.h"
#include "germane/learn/view_loadings.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace germane {
namespace {

constexpr double kMostLoadings = 2e7;  // of one view, above which they are not kept
constexpr Index kLeastResamplings = 20, kFewResamplings = 100;

Index columns_of(const ViewSpace& space) {
  return space.span() ? space.span()->columns() : space.rows().rows->columns();
}

bool keeps_loadings(const ViewSpace& space, Index dimensions) {
  return !space.has_kernel() && !space.is_reduced() &&
         static_cast<double>(dimensions) * static_cast<double>(columns_of(space)) <= kMostLoadings;
}

std::vector<const RowSpan*> spans_of(const std::vector<std::unique_ptr<ViewSpace>>& spaces) {
  std::vector<const RowSpan*> spans;
  spans.reserve(spaces.size());
  for (const auto& space : spaces) spans.push_back(space->span());
  return spans;
}

void add_loadings(const ViewFindings& findings, std::vector<ModelView>& views, Section& section) {
  for (std::size_t v = 0; v < views.size(); ++v) {
    const ViewSpace& space = *findings.spaces[v];
    if (keeps_loadings(space, findings.maps.dimensions()))
      views[v].loadings = loadings(ViewSpread(findings.sample, v), findings.maps.maps[v].map,
                                   space.span(), Vector::Ones(findings.sample.objects_with(v)));
    else if (space.is_reduced())
      section.notes.push_back(fmt::format(
          "no loadings of the view {}, whose columns were reduced by --project or --pca",
          quoted(views[v].name)));
    else if (!space.has_kernel())
      section.notes.push_back(fmt::format(
          "no loadings of the view {}: {} times {} are above {:g}; pass --dimensions for fewer",
          quoted(views[v].name), counted(columns_of(space), "column"),
          counted(findings.maps.dimensions(), "dimension"), kMostLoadings));
  }
  if (findings.spaces.front()->has_kernel())
    section.notes.emplace_back(
        "no loadings: with a kernel scores are made of rows, not of columns");
}

void add_intervals(const ViewFindings& findings, const Execution& execution,
                   std::vector<ModelView>& views, Section& section) {
  const Index resamplings = findings.input.bootstrap;
  double numbers = 0;
  for (const ModelView& view : views) {
    if (view.loadings.size() == 0)
      throw InputError(
          "--bootstrap {}: the view {} has too many loadings to keep; pass --dimensions for fewer, "
          "or leave --bootstrap out",
          resamplings, quoted(view.name));
    numbers += static_cast<double>(view.loadings.size());
  }
  const double bytes = 8 * numbers * static_cast<double>(resamplings);
  if (bytes > findings.memory)
    throw InputError(
        "--bootstrap {}: {:.0f} loadings of each resampling take {} in memory, above {}; pass "
        "fewer "
        "resamplings, --dimensions for fewer loadings, or a larger --memory",
        resamplings, numbers, byte_size(bytes), byte_size(findings.memory));
  const LoadingIntervals intervals = bootstrap_loadings(
      findings.sample, findings.maps, spans_of(findings.spaces), findings.learn,
      {.resamplings = resamplings, .seed = findings.seed, .keep_rows = findings.needs_rows},
      execution);
  for (std::size_t v = 0; v < views.size(); ++v) {
    views[v].loadings_low = intervals.low[v];
    views[v].loadings_high = intervals.high[v];
  }
  section.fact("bootstrap", resamplings, "resamplings of objects, for intervals of 95 %");
  if (intervals.failed > 0)
    section.fact("bootstrap_failed", intervals.failed,
                 "resamplings that could not be learned from");
  if (resamplings < kFewResamplings)
    section.notes.push_back(fmt::format("intervals of {} are rough; 200 or more are usual",
                                        counted(resamplings, "resampling")));
}

// In the coordinates that are learned in: of standardised columns where --prepare made them so.
void add_predictions(const ViewFindings& findings, std::vector<ModelView>& views,
                     Section& section) {
  ViewPairs pairs;
  std::vector<PredictionError> errors;
  for (std::size_t to = 0; to < views.size(); ++to) {
    const std::vector<std::string>& asked = findings.input.predict;
    if (std::find(asked.begin(), asked.end(), views[to].name) == asked.end()) continue;
    for (std::size_t from = 0; from < views.size(); ++from) {
      if (from == to) continue;
      ViewPrediction prediction = predict_view(findings.sample, findings.maps, from, to);
      pairs.emplace_back(from, to);
      errors.push_back(prediction_error(findings.sample, findings.maps, from, to, prediction));
      views[to].predicted.push_back(findings.spaces[to]->in_columns(std::move(prediction)));
    }
  }
  if (pairs.empty()) return;
  const std::optional<std::vector<PredictionError>> held_out = findings.held_out(pairs);
  ReportTable table{.key = "predictions",
                    .title = "share of a view's variance that another tells (R^2)",
                    .columns = {"view", "from", "r2"},
                    .rows = {}};
  if (held_out) table.columns.emplace_back("held_out");
  const auto share = [](const PredictionError& error) {
    return std::isnan(error.r2()) ? Value() : Value(error.r2());
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    table.rows.push_back(
        {views[pairs[i].second].name, views[pairs[i].first].name, share(errors[i])});
    if (held_out) table.rows.back().push_back(share((*held_out)[i]));
  }
  section.tables.push_back(std::move(table));
}

}  // namespace

void require_possible(const ViewFindingsInput& input,
                      const std::vector<std::unique_ptr<ViewSpace>>& spaces, Index objects,
                      double memory, const std::string& out) {
  const auto refuse_without_file = [&](const std::string& what) {
    if (out.empty())
      throw InputError("{}: this is kept in the model; pass --out FILE to keep one", what);
  };
  if (input.bootstrap > 0) {
    const std::string what = fmt::format("--bootstrap {}", input.bootstrap);
    refuse_without_file(what);
    if (spaces.front()->has_kernel())
      throw InputError(
          "{}: with a kernel there are no loadings; pass --kernel linear, or leave it out", what);
    double columns = 0;
    for (const auto& space : spaces) {
      if (space->is_reduced())
        throw InputError(
            "{}: the view {} has no loadings, as its columns are reduced by --project or --pca; "
            "leave these out, or --bootstrap",
            what, quoted(space->rows().name));
      columns += static_cast<double>(space->rows().rows->columns());
    }
    if (input.bootstrap < kLeastResamplings)
      throw InputError("{}: an interval needs at least {} resamplings; 0: none", what,
                       kLeastResamplings);
    const double bytes = 8 * columns * static_cast<double>(objects);
    if (bytes > memory)
      throw InputError(
          "{}: resampling wants all rows in memory; {} take {}, above {}; pass a larger --memory, "
          "or leave it out",
          what, counted(objects, "object"), byte_size(bytes), byte_size(memory));
  }
  for (const std::string& name : input.predict) {
    const std::string what = "--predict " + name;
    refuse_without_file(what);
    const auto space = std::find_if(spaces.begin(), spaces.end(),
                                    [&](const auto& each) { return each->rows().name == name; });
    if (space == spaces.end())
      throw InputError("{}: there is no view {}; give it with --view {}=FILE", what, quoted(name),
                       name);
    if ((*space)->has_kernel())
      throw InputError(
          "{}: the view is learned with a kernel, and points of its space are no rows; pass "
          "--kernel linear to predict it",
          what);
    if ((*space)->is_reduced())
      throw InputError(
          "{}: the columns of the view are reduced by --project or --pca, and cannot be told from "
          "what is left; leave these out to predict it",
          what);
  }
}

void add_findings(const ViewFindings& findings, const Execution& execution,
                  std::vector<ModelView>& views, Section& section) {
  add_loadings(findings, views, section);
  if (findings.input.bootstrap > 0) add_intervals(findings, execution, views, section);
  add_predictions(findings, views, section);
}

}  // namespace germane
