#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/plots_loadings.h"
#include "germane/commands/table_input.h"
#include "germane/io/table_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace germane {
namespace {

struct LoadingsInput {
  std::string model;
  std::string view;
  WordOr<std::int64_t> component = "all";
  WordOr<std::int64_t> top = "auto";
  std::string out;
  bool plots = false;  // a wish of the front end
};

template <class Visitor>
void describe(LoadingsInput& o, Visitor&& option) {
  option("view", o.view, anything(), "NAME: that view alone");
  option("component", o.component, at_least(0).or_words({"all"}), "K: that one alone, from 0");
  option(
      "top", o.top, at_least(1).or_words({"auto", "all"}),
      "N: features of each component and view, those of the largest magnitude; auto: 10 that are "
      "shown, all that are written");
  option("out", o.out, anything(), "FILE: the table, as .csv or .tsv");
}

constexpr Index kShown = 10;
constexpr Index kMostBars = 40;
constexpr double kMostLines = 5e6;  // held in memory until they are shown or written

// What is known of one view's features, or of the only table's.
struct Features {
  std::string view;
  const LinearMap* map;
  const Matrix* loadings = nullptr;  // null: not known
  const Matrix *low = nullptr, *high = nullptr;

  std::string name(Index j) const {
    return map->columns.empty() ? std::to_string(j) : map->columns[static_cast<std::size_t>(j)];
  }
};

const Matrix* known(const Matrix& numbers) { return numbers.size() > 0 ? &numbers : nullptr; }

void refuse_kernel(const std::string& path) {
  throw InputError(
      "{}: learned with a kernel, whose scores are made of rows and not of columns: there are no "
      "loadings; learn cca, or with --kernel linear",
      path);
}

std::vector<Features> features_of(const Model& model, const LoadingsInput& input) {
  if (!input.view.empty()) model_of_view(model, input.view, input.model);  // throws: no such view
  std::vector<Features> features;
  if (model.views.empty()) {
    if (model.kernel) refuse_kernel(input.model);
    features.push_back({"", &model.map});
  }
  for (const ModelView& view : model.views) {
    if (!input.view.empty() && view.name != input.view) continue;
    if (view.kernel) refuse_kernel(input.model);
    features.push_back({view.name, &view.map, known(view.loadings), known(view.loadings_low),
                        known(view.loadings_high)});
  }
  return features;
}

// Columns of a component, the largest in magnitude first; of equals the first.
std::vector<Index> ranked(const Features& features, Index component, Index most) {
  const Matrix& by = features.loadings ? *features.loadings : features.map->map;
  std::vector<Index> order(static_cast<std::size_t>(by.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::abs(by(component, a)) > std::abs(by(component, b));
  });
  if (static_cast<Index>(order.size()) > most) order.resize(static_cast<std::size_t>(most));
  return order;
}

// The same table, cut to different lengths for the eyes and for the file.
ReportTable table_of(const std::vector<Features>& all, const LoadingsInput& input, Index most) {
  const bool views = !all.front().view.empty();
  const auto any = [&](const Matrix* Features::*part) {
    return std::any_of(all.begin(), all.end(), [&](const Features& f) { return f.*part; });
  };
  const bool loadings = any(&Features::loadings), intervals = any(&Features::low);
  ReportTable table{.key = "loadings",
                    .title = loadings ? "correlations of features with the scores of their view"
                                      : "weights of features",
                    .columns = {},
                    .rows = {}};
  if (views) table.columns.emplace_back("view");
  for (const char* name : {"feature", "component", "weight"}) table.columns.emplace_back(name);
  if (loadings) table.columns.emplace_back("loading");
  if (intervals) table.columns.insert(table.columns.end(), {"low", "high"});
  for (const Features& features : all)
    for (Index k = 0; k < features.map->outputs(); ++k) {
      if (!input.component.is_word() && input.component.number != k) continue;
      for (const Index j : ranked(features, k, most)) {
        const auto value = [&](const Matrix* numbers) {
          return numbers ? Value((*numbers)(k, j)) : Value();
        };
        std::vector<Value> row;
        if (views) row.emplace_back(features.view);
        row.insert(row.end(), {features.name(j), k, features.map->map(k, j)});
        if (loadings) row.push_back(value(features.loadings));
        if (intervals) row.insert(row.end(), {value(features.low), value(features.high)});
        table.rows.push_back(std::move(row));
      }
    }
  return table;
}

// Bars of the named component, or of the first two, and the circle of these.
void draw(const std::vector<Features>& all, const LoadingsInput& input, Index most,
          Section& section) {
  std::vector<CircleView> circle;
  for (const Features& features : all) {
    const Matrix& by = features.loadings ? *features.loadings : features.map->map;
    const bool named = !input.component.is_word();
    const Index first = named ? input.component.number : 0;
    for (Index k = first; k < std::min<Index>(by.rows(), first + (named ? 1 : 2)); ++k) {
      ComponentBars bars{.view = features.view,
                         .component = k,
                         .loadings = features.loadings != nullptr,
                         .features = {},
                         .values = {},
                         .low = {},
                         .high = {}};
      for (const Index j : ranked(features, k, std::min(most, kMostBars))) {
        bars.features.push_back(features.name(j));
        bars.values.push_back(by(k, j));
        if (features.low) bars.low.push_back((*features.low)(k, j));
        if (features.high) bars.high.push_back((*features.high)(k, j));
      }
      section.plots.push_back(component_bars_plot(bars));
    }
    if (!features.loadings) continue;
    circle.push_back({features.view, {}, features.loadings});
    for (Index j = 0; j < by.cols(); ++j) circle.back().features.push_back(features.name(j));
  }
  if (!input.component.is_word()) return;
  if (std::optional<Plot> plot = correlation_circle_plot(circle))
    section.plots.push_back(std::move(*plot));
}

std::string text_of(const Value& value) {
  if (const auto* text = value.get_if<std::string>()) return *text;
  return value.is_number() ? shortest(value.number()) : "";
}

void write_table(const ReportTable& table, const std::string& path) {
  std::vector<std::vector<std::string>> columns(table.columns.size());
  for (const std::vector<Value>& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) columns[c].push_back(text_of(row[c]));
  write_columns(path, table.columns, columns);
}

void require_few_lines(const std::vector<Features>& all, const LoadingsInput& input, Index most) {
  double lines = 0;
  for (const Features& features : all)
    lines += static_cast<double>(std::min(most, features.map->inputs())) *
             static_cast<double>(input.component.is_word() ? features.map->outputs() : 1);
  if (lines > kMostLines)
    throw InputError("{}: a table of {} lines is too long; pass --top 1000, --view or --component",
                     input.model, with_thousands(static_cast<std::int64_t>(lines)));
}

Report show_loadings(const LoadingsInput& input) {
  require_new_file(input.out, {}, {}, input.model);
  if (!input.out.empty() && !input.out.ends_with(".csv") && !input.out.ends_with(".tsv"))
    throw InputError("--out {}: must end in .csv or .tsv", input.out);
  const Model model = read_model(input.model);
  const std::vector<Features> features = features_of(model, input);
  const Index components = features.front().map->outputs();
  if (!input.component.is_word() && input.component.number >= components)
    throw InputError("--component {}: {} has {}, numbered from 0", input.component.number,
                     input.model, counted(components, "component"));
  constexpr Index kAll = std::numeric_limits<Index>::max();
  const auto most = [&](Index by_default) {
    return input.top.is("auto") ? by_default : input.top.is("all") ? kAll : input.top.number;
  };
  require_few_lines(features, input, std::max(most(kShown), input.out.empty() ? 0 : most(kAll)));
  Report report;
  report.title = "loadings of " + input.model;
  report.fact("model", input.model, "learn " + model.method);
  report.tables.push_back(table_of(features, input, most(kShown)));
  Index widest = 0;
  for (const Features& each : features) {
    widest = std::max(widest, each.map->inputs());
    if (!each.loadings && !each.view.empty())
      report.notes.push_back(fmt::format(
          "the view {} has no loadings in this model (--project, --pca and very wide views keep "
          "none): its features are ranked by weight, which depends on their units",
          quoted(each.view)));
  }
  if (model.views.empty())
    report.notes.emplace_back(
        "weights alone, which depend on the features' units: loadings are kept by methods over "
        "views, as learn cca");
  if (input.top.is("auto") && widest > kShown)
    report.notes.push_back(
        fmt::format("the {} largest of each component are shown; --top all shows all", kShown));
  if (input.plots) draw(features, input, most(kShown), report);
  if (!input.out.empty()) {
    write_table(table_of(features, input, most(kAll)), input.out);
    report.fact("out", input.out);
  }
  return report;
}

}  // namespace

Command loadings_command() {
  const auto input = std::make_shared<LoadingsInput>();
  Command command;
  command.name = "loadings";
  command.line = "which features a component of a model is made of, and goes with";
  command.given = {model_argument(input->model)};
  command.options = list_options(*input);
  command.result =
      "features by component: weight, correlation with the score, and its interval where the model "
      "has one";
  command.example = "germane loadings iris.model --top 3";
  command.plots = &input->plots;
  command.run = [input](const Execution&) {
    check_options(*input);
    return show_loadings(*input);
  };
  return command;
}

}  // namespace germane
