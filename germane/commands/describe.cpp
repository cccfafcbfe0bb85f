#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering_file.h"
#include "germane/commands/commands.h"
#include "germane/commands/pairs_figures.h"
#include "germane/commands/statistics_section.h"
#include "germane/commands/table_input.h"
#include "germane/commands/units.h"
#include "germane/commands/view_components.h"
#include "germane/data/extremes.h"
#include "germane/data/gaps.h"
#include "germane/io/archive.h"
#include "germane/model/model_file.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

namespace germane {
namespace {

Section values_section(const std::string& key, const std::string& title, const Value& values) {
  Section section{.key = key, .title = title};
  if (const auto* object = values.get_if<Value::Object>())
    for (const auto& [name, value] : *object) section.fact(name, value);
  return section;
}

Report describe_model(const std::string& path) {
  const Model model = read_model(path);
  Report report;
  report.title = "model " + path;
  report.fact("method", model.method);
  if (model.views.empty()) {
    report.fact("columns", model.inputs());
    report.fact("dimensions", model.map.outputs());
  } else {
    ReportTable views{.key = "views", .title = "views", .columns = {"view", "columns"}, .rows = {}};
    for (const ModelView& view : model.views) views.rows.push_back({view.name, view.map.inputs()});
    report.tables.push_back(std::move(views));
    report.fact("dimensions", model.views.front().map.outputs());
  }
  report.fact("prepare", model.options["prepare"]);
  if (model.kernel) {
    const Kernel& kernel = model.kernel->kernel;
    Section section{.key = "kernel", .title = "the space of the kernel"};
    section.fact("kernel", kernel.kind);
    if (kernel.kind == "rbf" || kernel.kind == "polynomial") section.fact("gamma", kernel.gamma);
    if (kernel.kind == "polynomial")
      section.fact("offset", kernel.offset).fact("degree", kernel.degree);
    section.fact("landmarks", model.kernel->basis.cols());
    section.fact("components", model.kernel->outputs());
    report.add(std::move(section));
  }
  if (const std::optional<ViewComponents> components = components_in(model.summary))
    report.tables.push_back(components_table(*components, model.views.size() > 2));
  Section summary = values_section("summary", "what was found", model.summary);
  std::erase_if(summary.facts, [](const Fact& fact) { return fact.key == kComponentsKey; });
  report.add(std::move(summary));
  if (model.two_covariance)
    report.fact("two_covariance", model.two_covariance->outputs(),
                "directions of its log-likelihood ratio");
  if (model.calibration) report.add(calibration_section(*model.calibration));
  report.add(values_section("options", "options", model.options));
  if (!model.map.columns.empty())
    report.fact("features", Value::List(model.map.columns.begin(), model.map.columns.end()));
  return report;
}

Report describe_clustering(const std::string& path) {
  const SavedClustering saved = read_clustering(path);
  Report report;
  report.title = "clustering " + path;
  report.fact("method", saved.method);
  report.fact("rule", saved.rule->sentence());
  report.fact("clusters", saved.rule->clusters());
  report.fact("columns", saved.model ? saved.model->inputs() : saved.rule->columns());
  if (saved.model) report.fact("model", saved.model->method, "rows are mapped by it first");
  report.fact("prepare", saved.prepare);
  report.add(values_section("summary", "what was found", saved.summary));
  report.add(values_section("options", "options", saved.options));
  if (!saved.columns.empty())
    report.fact("features", Value::List(saved.columns.begin(), saved.columns.end()));
  return report;
}

Report describe_archive(const std::string& path) {
  const std::string kind = read_archive(path, "").text("kind");
  if (kind == "model") return describe_model(path);
  if (kind == "clustering") return describe_clustering(path);
  if (kind == "statistics") {
    Report report;
    report.title = "statistics " + path;
    report_statistics(read_statistics(path), report);
    return report;
  }
  throw InputError("{}: holds {}; this version describes models, clusterings and statistics", path,
                   quoted(kind));
}

std::pair<Moments, Extremes> look_at_columns(const RowSource& rows, const Execution& execution) {
  const auto moments_of_all = [&](const RowSource& source) {
    return gather_statistics(source, GatherPlan{.scatter = false}, execution).all().total();
  };
  if (const SparseMatrix* sparse = rows.sparse()) {
    Moments moments = moments_of_all(rows);
    return {std::move(moments), sparse_extremes(*sparse)};
  }
  const WatchedRows watched(rows);
  Moments moments = moments_of_all(watched);
  return {std::move(moments), Extremes{watched.least(), watched.largest()}};
}

// NaN in rows that were opened for counting. Sparse rows may be too wide to be read as others are.
Gaps gaps_in(const RowSource& rows) {
  if (const SparseMatrix* sparse = rows.sparse()) {
    const double *first = sparse->valuePtr(), *last = first + sparse->nonZeros();
    if (std::none_of(first, last, [](double number) { return std::isnan(number); })) return {};
  }
  return find_gaps(rows);
}

Report describe_table(const TableInput& input, const Execution& execution) {
  Table table = open_input(input);
  Report report;
  report.title = table.rows->name();
  report_table(table, report);
  if (const SparseMatrix* sparse = table.rows->sparse())
    report.fact("entries", sparse->nonZeros(), "other than 0");
  Gaps gaps;
  if (input.missing == "count") gaps = gaps_in(*table.rows);
  if (gaps.cells > 0) {
    report.fact("missing_cells", gaps.cells, "in " + counted(gaps.columns(), "column"));
    report.fact("whole_rows", static_cast<Index>(gaps.whole_rows.size()), "without a missing cell");
    // At the mean of the others they change neither it nor the spread.
    table.rows = std::make_unique<FilledRows>(std::move(table.rows), gaps.means);
  }
  const auto [moments, extremes] = look_at_columns(*table.rows, execution);
  const auto& [least, largest] = extremes;
  Vector there = Vector::Constant(moments.columns(), moments.weight);
  for (std::size_t j = 0; gaps.cells > 0 && j < gaps.of_column.size(); ++j)
    there[static_cast<Index>(j)] -= static_cast<double>(gaps.of_column[j]);
  const Vector deviations = moments.spread.cwiseQuotient(there).cwiseSqrt();
  ReportTable columns{.key = "features",
                      .title = "features",
                      .columns = {"column", "mean", "deviation", "least", "largest"},
                      .rows = {}};
  if (gaps.cells > 0) columns.columns.emplace_back("missing");
  Index constant = 0;
  for (Index j = 0; j < moments.columns(); ++j) {
    if (least[j] == largest[j] && there[j] > 0) ++constant;
    if (j >= 50) continue;
    columns.rows.push_back({table.rows->column_names().empty()
                                ? std::to_string(j)
                                : table.rows->column_names()[static_cast<std::size_t>(j)]});
    std::vector<Value>& row = columns.rows.back();
    if (there[j] > 0)
      row.insert(row.end(), {moments.mean[j], deviations[j], least[j], largest[j]});
    else
      row.resize(columns.columns.size());
    if (gaps.cells > 0) {
      row.resize(columns.columns.size());
      row.back() = gaps.of_column[static_cast<std::size_t>(j)];
    }
  }
  report.fact("constant_columns", constant);
  if (moments.columns() > 50)
    report.notes.push_back(
        fmt::format("the first 50 of {} are shown", counted(moments.columns(), "column")));
  if (const std::string units = different_units(moments, table.rows->column_names());
      !units.empty())
    report.notes.push_back(fmt::format("{}; {} depend on them: pass --prepare standardize there",
                                       units, join(methods_that_depend_on_units(), ", ")));
  report.tables.push_back(std::move(columns));
  if (table.labels.count() > 0) {
    const Chunklets classes(table.labels);
    ReportTable labels{
        .key = "labels", .title = "labels", .columns = {"label", "rows"}, .rows = {}};
    for (Index c = 0; c < table.labels.count() && c < 50; ++c)
      labels.rows.push_back({table.labels.names[static_cast<std::size_t>(c)], classes.size(c)});
    report.fact("classes", table.labels.count());
    report.tables.push_back(std::move(labels));
  }
  return report;
}

// Missing cells are counted in a pass of their own, which only tables that have some are worth.
Report describe_with_gaps(TableInput input, const Execution& execution) {
  if (input.missing != "refuse") return describe_table(input, execution);
  const bool twice = std::all_of(input.files.begin(), input.files.end(), [](const auto& file) {
    std::error_code unknown;
    return std::filesystem::is_regular_file(file, unknown);  // pipes are read once
  });
  if (twice) try {
      return describe_table(input, execution);
    } catch (const InputError&) {  // of gaps, or of what is wrong in any case
    }
  input.missing = "count";
  return describe_table(input, execution);
}

}  // namespace

Command describe_command() {
  const auto input = std::make_shared<TableInput>();
  Command command;
  command.name = "describe";
  command.line = "explain a data, model or statistics file";
  command.given = {data_argument(*input)};
  command.given[0].help = "data files of one table, or one model or statistics file";
  command.options = list_options(*input);
  command.result = "what it holds";
  command.example = "germane describe data/wine.csv --label label";
  command.run = [input](const Execution& execution) {
    if (input->files.size() == 1 && looks_like_archive(input->files[0]))
      return describe_archive(input->files[0]);
    return describe_with_gaps(*input, execution);
  };
  return command;
}

}  // namespace germane
