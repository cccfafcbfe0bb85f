#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/neighbor_files.h"
#include "germane/commands/plots_retrieve.h"
#include "germane/commands/retrieve_parts.h"
#include "germane/commands/units.h"
#include "germane/evaluate/neighbor_scores.h"
#include "germane/model/model_rows.h"
#include "germane/retrieve/chance_threshold.h"
#include "germane/retrieve/within.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace germane {
namespace {

// A table and its rows as they are compared.
struct Side {
  Table table;
  std::optional<ModelRows> mapped;

  const RowSource& rows() const {
    return mapped ? static_cast<const RowSource&>(*mapped) : *table.rows;
  }
};

class Retrieval {
 public:
  Retrieval(const RetrieveInput& input, const Execution& execution)
      : input_(input), execution_(execution) {}

  Report run() {
    require_usable();
    report_.title = "retrieve";
    open();
    metric_ = choose_metric();
    report_.fact("metric", metric_names()[static_cast<std::size_t>(metric_)]);
    if (input_.within.is("none"))
      find_nearest();
    else
      find_pairs();
    return std::move(report_);
  }

 private:
  void require_usable() const {
    if (input_.table.files.empty())
      throw InputError(
          "retrieve: what rows? name a table, or two views with --view NAME=FILE and --model");
    if (!input_.view_ids.empty())
      throw InputError("retrieve: --view-ids is for --view; give --ids FILE for a table");
    if (input_.metric == "csls")
      throw InputError(
          "metric = csls: is for mates across views (--view); choose cosine for one table");
    require_listing(input_.out);
    TableInput files = input_.table;
    if (!input_.queries.empty()) files.files.push_back(input_.queries);
    for (const std::string& file : listing_files(input_.out))
      require_new_file(file, files, {}, input_.model);
  }

  void open() {
    if (!input_.model.empty()) {
      require_no_choice(input_.table);
      model_ = read_model(input_.model);
      report_.fact("model", input_.model, "learn " + model_->method);
    }
    open_side(input_.table, data_, {});
    report_table(data_.table, report_);
    if (model_)
      report_.fact("dimensions", data_.rows().columns());
    else
      warn_about_units();
    if (input_.queries.empty()) return;
    // Ids and labels in files of their own are those of DATA.
    TableInput asked = input_.table;
    asked.files = {input_.queries};
    asked.ids.clear();
    asked.labels.clear();
    asked.columns.clear();
    std::vector<std::string> expected = data_.table.rows->column_names();
    if (expected.empty()) expected.resize(static_cast<std::size_t>(data_.table.rows->columns()));
    open_side(asked, asked_, expected);
    report_.fact("queries", asked_.table.rows->rows());
  }

  void open_side(const TableInput& input, Side& side, const std::vector<std::string>& expected) {
    side.table = model_ ? open_for_model(input, *model_) : open_input(input, "", expected);
    if (model_) side.mapped.emplace(*side.table.rows, *model_);
  }

  // Numbers too large to be squared have no standard deviation, but may have neighbours.
  void warn_about_units() try {
    const Moments moments =
        gather_statistics(data_.rows(), {.scatter = false}, execution_).all().total();
    const std::string units = different_units(moments, data_.rows().column_names());
    if (!units.empty())
      report_.warnings.push_back(
          units +
          ", and the largest decide what is near; pass --model with a metric that was learned "
          "(germane learn rca; without hints, germane learn pca --prepare standardize)");
  } catch (const NumericalError&) {
  }

  const RowSource* queries() const { return input_.queries.empty() ? nullptr : &asked_.rows(); }
  const Table& asking() const { return queries() ? asked_.table : data_.table; }

  // The threshold that the model is calibrated with, if it is of this metric.
  const Calibration* calibration(Metric metric) const {
    if (!model_ || !model_->calibration) return nullptr;
    const std::string& score = model_->calibration->score;
    const bool fits = (score == "distance" && metric == Metric::kEuclidean) ||
                      (score == "cosine" && metric == Metric::kCosine);
    return fits ? &*model_->calibration : nullptr;
  }

  Metric choose_metric() const {
    if (input_.metric != "auto") return metric_of(input_.metric);
    return input_.within.is("auto") && calibration(Metric::kCosine) ? Metric::kCosine
                                                                    : Metric::kEuclidean;
  }

  NeighborOptions options(Index k) const {
    return {.k = k, .metric = metric_, .memory = input_.memory};
  }

  void find_nearest() {
    const Codes& labels = data_.table.labels;
    const bool labelled = !labels.of_row.empty() && !asking().labels.of_row.empty();
    const Index wider = labelled ? class_size_k(labels) : 0;
    const Neighbors found = find_neighbors(data_.rows(), queries(),
                                           options(std::max<Index>(input_.k, wider)), execution_);
    require_finite(found.value.allFinite());
    report_.fact("k", input_.k);
    if (labelled)
      report_.add(neighbor_section(found.row, {asking().labels, labels, !queries()}, input_.k,
                                   wider > 0, input_.plots));
    if (input_.plots) report_.plots = neighbor_plots(found.value.leftCols(input_.k), metric_);
    if (input_.out.empty()) add_table(found);
    write_neighbors(input_.out, found.row.leftCols(input_.k), found.value.leftCols(input_.k),
                    value_name(metric_), asking().ids, data_.table.ids, report_);
  }

  // How many neighbours the error over a class's size needs; 0 where it cannot be had.
  Index class_size_k(const Codes& labels) {
    if (queries()) return 0;
    const Index k = class_size_neighbors(labels.of_row);
    const bool all = std::none_of(labels.of_row.begin(), labels.of_row.end(),
                                  [](Index label) { return label < 0; });
    const double bytes = 32.0 * static_cast<double>(k) * static_cast<double>(labels.rows());
    if (k >= 1 && all && bytes <= input_.memory / 4) return k;
    report_.notes.push_back(
        k < 1  ? "every class has one row: no error over as many nearest as the class has others"
        : !all ? "some rows have no label: no error over as many nearest as the class has others"
               : fmt::format("the {} nearest of every row, as many as the largest class has "
                             "others, would take {}: the error over them is left out; raise "
                             "--memory to have it",
                             k, byte_size(bytes)));
    return 0;
  }

  // Which is nearest may be known where how near is beyond what a number can hold.
  void require_finite(bool finite) const {
    if (!finite)
      throw NumericalError(
          "{}: how near some rows are is no finite number: their numbers are too large; divide the "
          "columns by a constant",
          data_.rows().name());
  }

  void add_table(const Neighbors& found) {
    ReportTable table{.key = "neighbors",
                      .title = "the first queries' nearest (--out FILE writes all)",
                      .columns = {"query", "rank", "neighbor", value_name(metric_)},
                      .rows = {}};
    for (Index q = 0; q < std::min<Index>(found.row.rows(), 3); ++q)
      for (Index rank = 0; rank < std::min<Index>(input_.k, 5); ++rank)
        table.rows.push_back({asking().ids.text(q), rank + 1,
                              data_.table.ids.text(found.row(q, rank)), found.value(q, rank)});
    report_.tables.push_back(std::move(table));
  }

  void find_pairs() {
    const double threshold =
        input_.within.is("auto") ? automatic_threshold() : input_.within.number;
    report_.fact(
        "within", threshold,
        is_similarity(metric_) ? "pairs at least this alike" : "pairs at most this far apart");
    const std::vector<NearPair> pairs = find_within(
        data_.rows(), queries(),
        {.threshold = threshold, .metric = metric_, .most = input_.most, .memory = input_.memory},
        execution_);
    require_finite(std::all_of(pairs.begin(), pairs.end(),
                               [](const NearPair& pair) { return std::isfinite(pair.value); }));
    report_.fact("pairs", static_cast<Index>(pairs.size()));
    ReportTable table{
        .key = "nearest_pairs",
        .title = "the nearest pairs (--out FILE writes all)",
        .columns = {queries() ? "query" : "row1", queries() ? "row" : "row2", value_name(metric_)},
        .rows = {}};
    for (std::size_t i = 0; i < std::min<std::size_t>(pairs.size(), 10); ++i)
      table.rows.push_back(
          {asking().ids.text(pairs[i].a), data_.table.ids.text(pairs[i].b), pairs[i].value});
    if (!pairs.empty()) report_.tables.push_back(std::move(table));
    if (std::optional<Plot> plot = input_.plots ? near_pairs_plot(pairs, metric_) : std::nullopt)
      report_.plots.push_back(std::move(*plot));
    write_near_pairs(input_.out, pairs, value_name(metric_), !queries(), asking().ids,
                     data_.table.ids, report_);
  }

  double automatic_threshold() {
    if (const Calibration* calibrated = calibration(metric_)) {
      report_.fact("within_chosen_by", "calibration",
                   fmt::format("of {} and {} pairs", calibrated->same, calibrated->different));
      return calibrated->threshold;
    }
    if (metric_ == Metric::kInnerProduct)
      throw InputError(
          "within = auto: inner products have no scale of their own; pass a number, or --metric "
          "cosine or euclidean");
    const Index least = kChanceNeighbors + (queries() ? 0 : 1);
    if (data_.rows().rows() < least)
      throw InputError(
          "within = auto: looks at the {} nearest of each row, and {} has {}; pass a number",
          kChanceNeighbors, data_.rows().name(), counted(data_.rows().rows(), "row"));
    RowMatrix<double> distances =
        find_neighbors(data_.rows(), queries(), options(kChanceNeighbors), execution_).value;
    // Cosines of unit vectors as distances.
    const bool cosine = metric_ == Metric::kCosine;
    if (cosine) distances = (2 - 2 * distances.array()).max(0).sqrt().matrix();
    const ChanceThreshold chance = chance_threshold(distances, !queries());
    report_.fact("within_chosen_by", "chance", "one pair as near as this is expected by chance");
    report_.fact("local_dimensions", chance.dimensions, "in which the nearest rows are spread");
    return cosine ? 1 - chance.distance * chance.distance / 2 : chance.distance;
  }

  const RetrieveInput& input_;
  const Execution& execution_;
  std::optional<Model> model_;
  Side data_, asked_;
  Metric metric_ = Metric::kEuclidean;
  Report report_;
};

Report retrieve(const RetrieveInput& input, const Execution& execution) {
  if (input.view.empty()) return Retrieval(input, execution).run();
  require_listing(input.out);
  TableInput files = input.table;
  for (const std::string& view : input.view)
    files.files.push_back(name_and_value(view, "--view").second);
  for (const std::string& file : listing_files(input.out))
    require_new_file(file, files, {}, input.model);
  return retrieve_mates(input, execution);
}

}  // namespace

Command retrieve_command() {
  const auto input = std::make_shared<RetrieveInput>();
  Command command;
  command.name = "retrieve";
  command.line = "nearest rows, near duplicates, and mates across views, exactly";
  command.given = {data_argument(input->table)};
  command.given[0].required = false;
  command.options = list_options(*input);
  command.result = "neighbours, pairs or mates; with --label also how well neighbours agree";
  command.example = "germane retrieve data/iris.csv --label label --k 5 --out nearest.csv";
  command.paper = "[Hardoon10, sec. 4] for mates";
  command.plots = &input->plots;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    return retrieve(*input, execution);
  };
  return command;
}

}  // namespace germane
