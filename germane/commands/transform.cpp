#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/turnstile.h"
#include "germane/commands/commands.h"
#include "germane/commands/dealing.h"
#include "germane/commands/view_input.h"
#include "germane/data/owned_rows.h"
#include "germane/io/side_information_file.h"
#include "germane/io/table_writer.h"
#include "germane/model/model_rows.h"

#include <memory>
#include <optional>

namespace germane {
namespace {

struct TransformInput {
  std::string model;
  TableInput table;
  std::vector<std::string> view;
  std::vector<std::string> view_ids;
  std::string predict;
  std::string clusters;
  std::string out;
  Ranks* ranks = nullptr;  // of the front end
};

template <class Visitor>
void describe(TransformInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the new rows, as .csv, .tsv, .npy, .npz or .fvecs");
  option("view", o.view, anything(),
         "NAME=FILE: a view of a model of several, in the place of DATA; given more than once: the "
         "mean over the views that an object has");
  option("view-ids", o.view_ids, anything(), "NAME=FILE: of that view's ids, one a line");
  option("predict", o.predict, anything(),
         "NAME: another view of the model, whose rows are told from those of --view");
  option("clusters", o.clusters, anything(),
         "FILE: for each row the dimension in which it is largest in magnitude, as .csv");
  describe(o.table, option);
}

constexpr Index kBlockRows = 4096;

// The rows that are asked for, and what names them.
struct Transformed {
  std::unique_ptr<RowSource> rows;
  Ids ids;
};

void require_one_wish(const TransformInput& input) {
  if (input.predict.empty()) return;
  if (input.view.size() != 1)
    throw InputError("transform: --predict {}: from which view? name one, with --view NAME=FILE{}",
                     input.predict,
                     input.view.empty() ? "" : fmt::format("; {} are given", input.view.size()));
  if (!input.clusters.empty())
    throw InputError(
        "transform: --predict {} and --clusters: columns of a view are no clusters; give one of "
        "the two",
        input.predict);
}

// How the view `input.predict` is told from `from`, and what its columns are called.
ViewPrediction prediction_of(const Model& model, const TransformInput& input,
                             const std::string& from, std::vector<std::string>& names) {
  model_of_view(model, from, input.model);
  for (const ModelView& view : model.views) {
    if (view.name != input.predict) continue;
    if (view.name == from)
      throw InputError("transform: --predict {}: a view is told from another; give one with --view",
                       input.predict);
    if (view.kernel)
      throw InputError(
          "{}: the view {} was learned with a kernel, and points of its space are no rows; it can "
          "tell other views, but cannot be told",
          input.model, quoted(view.name));
    for (const ViewPrediction& prediction : view.predicted) {
      if (prediction.from != from) continue;
      names = view.map.columns;
      for (Index j = static_cast<Index>(names.size()); j < prediction.outputs(); ++j)
        names.push_back(fmt::format("{}_{}", view.name, j));
      return prediction;
    }
    throw InputError(
        "{}: does not say how the view {} is told from others; learn with --predict {}",
        input.model, quoted(view.name), view.name);
  }
  model_of_view(model, input.predict, input.model);  // names the views there are
  throw InputError("{}: has no view {}", input.model, quoted(input.predict));
}

// Blocks are mapped by whoever takes them and written in order. `largest`: the column of the
// largest magnitude, row by row; null: not asked for.
void write_mapped(const RowSource& rows, TableWriter* writer, std::vector<Index>* largest,
                  const Execution& execution) {
  const std::unique_ptr<RowReader> reader = rows.read(kBlockRows);
  const auto total = static_cast<double>(rows.rows());
  Turnstile writing;
  execution.pool.run(execution.pool.threads(), [&](Index) {
    try {
      for (RowBlock block; reader->next(block);) {
        execution.stop_if_requested();
        const bool written = writing.pass(block.number, [&] {
          std::visit(
              [&](const auto& view) {
                for (Index i = 0; largest && i < view.rows(); ++i)
                  view.row(i).cwiseAbs().maxCoeff(&largest->emplace_back());
                if (writer)
                  writer->append(RowMatrix<typename std::decay_t<decltype(view)>::Scalar>(view));
              },
              block.rows);
          execution.progress.report("transform", static_cast<double>(block.first + block.count()),
                                    total);
        });
        if (!written) return;
      }
    } catch (...) {
      writing.abandon();
      throw;
    }
  });
}

// What the column of ids is called: as in the file it came from, where it has a name there.
std::string id_column(const TransformInput& input, const Ids& ids) {
  const std::string& given = input.table.id;
  if (ids.by_number()) return "row";
  return given.empty() || parse_integer(given) ? "id" : given;
}

void write_clusters(const std::string& path, const std::vector<Index>& largest, const Ids& ids,
                    const std::string& id_column) {
  std::vector<std::string> names, clusters;
  for (std::size_t row = 0; row < largest.size(); ++row) {
    names.push_back(ids.text(static_cast<Index>(row)));
    clusters.push_back(std::to_string(largest[row]));
  }
  write_columns(path, {id_column, "cluster"}, {names, clusters});
}

// What the rows of a rank are called: as in the whole table, of which they are a run.
Ids ids_of_run(const TransformInput& input, const Table& table, const Share& share) {
  if (!share.dealt() || !table.ids.by_number()) return table.ids;
  const Index first = share.first(), rows = table.rows->rows();
  std::vector<std::string> ids;
  if (!input.table.ids.empty()) {
    ids = read_ids(input.table.ids);
    if (static_cast<Index>(ids.size()) != share.all(rows))
      throw InputError("{}: {} for {}; give one id a line, one line per row", input.table.ids,
                       counted(static_cast<Index>(ids.size()), "id"),
                       counted(share.all(rows), "row"));
    ids = {ids.begin() + first, ids.begin() + first + rows};
  } else if (input.out.ends_with(".csv") || input.out.ends_with(".tsv") ||
             !input.clusters.empty()) {
    for (Index row = 0; row < rows; ++row) ids.push_back(std::to_string(first + row));
  } else {
    return table.ids;
  }
  return Ids(std::move(ids), table.rows->name());
}

// The files that are read, for whoever must not overwrite them.
TableInput files_of(const TransformInput& input) {
  TableInput files = input.table;
  for (const std::string& view : input.view)
    files.files.push_back(name_and_value(view, "--view").second);
  for (const std::string& ids : input.view_ids)
    files.files.push_back(name_and_value(ids, "--view-ids").second);
  return files;
}

void transform_views(const TransformInput& input, const Model& model, Transformed& transformed,
                     Report& report) {
  ViewInput views;
  views.view = input.view;
  views.view_ids = input.view_ids;
  views.id = input.table.id;
  views.missing = input.table.missing;
  views.header = input.table.header;
  std::vector<OpenView> opened;
  std::vector<Model> models;
  for (const std::string& word : input.view) {
    const auto [name, file] = name_and_value(word, "--view");
    for (const OpenView& other : opened)
      if (other.name == name)
        throw InputError("--view {}: the view {} is given twice", word, quoted(name));
    models.push_back(model_of_view(model, name, input.model));
    opened.push_back({name, open_for_model(table_of_view(views, name, file), models.back())});
  }
  const JoinedViews joined = join_views(std::move(opened), views, true, 0, report);
  RowMatrix<double> sum = RowMatrix<double>::Zero(joined.objects, models[0].map.outputs());
  Vector count = Vector::Zero(joined.objects);
  for (std::size_t i = 0; i < joined.views.size(); ++i) {
    const ModelRows mapped(*joined.views[i].rows, models[i]);
    std::vector<Index> objects;
    for (Index object = 0; object < joined.objects; ++object)
      if (joined.has.empty() || joined.has[i][static_cast<std::size_t>(object)])
        objects.push_back(object);
    const std::unique_ptr<RowReader> reader = mapped.read(kBlockRows);
    for (RowBlock block; reader->next(block);)
      std::visit(
          [&](const auto& rows) {
            for (Index k = 0; k < rows.rows(); ++k) {
              const Index object = objects[static_cast<std::size_t>(block.first + k)];
              sum.row(object) += rows.row(k).template cast<double>();
              count[object] += 1;
            }
          },
          block.rows);
  }
  sum.array().colwise() /= count.array();
  transformed.ids = joined.ids;
  transformed.rows = std::make_unique<OwnedRows<double>>(std::move(sum), std::vector<std::string>(),
                                                         joined.views[0].rows->name());
}

Report transform(TransformInput input, const Execution& execution) {
  if (input.out.empty() && input.clusters.empty())
    throw InputError("transform: where to? pass --out FILE.csv, .tsv, .npy, .npz or .fvecs");
  require_no_choice(input.table);
  const TableInput files = files_of(input);
  if (!input.out.empty() && input.out == input.clusters)
    throw InputError("--out and --clusters are both {}; give two files", input.out);
  if (!input.view.empty() && !input.table.files.empty())
    throw InputError("transform: --view {} and {}: one table at a time; give one of the two",
                     input.view[0], input.table.files[0]);
  if (!input.view_ids.empty() && input.view.empty())
    throw InputError("transform: --view-ids is for --view; give --ids FILE for a table");

  require_one_wish(input);
  Model model = read_model(input.model);
  std::vector<std::string> names;
  std::optional<ViewPrediction> prediction;
  Report report;
  report.title = "transform";
  report.fact("model", input.model, "learn " + model.method);
  Transformed transformed;
  OwnTable own;
  std::string ids_called;
  if (input.ranks && !input.view.empty())
    throw InputError("transform: --view {}: views are not dealt to ranks; start one process",
                     input.view[0]);
  if (input.view.size() > 1) {
    transform_views(input, model, transformed, report);
    ids_called = id_column(input, transformed.ids);
  } else {
    if (!input.view.empty()) {
      const auto [name, file] = name_and_value(input.view[0], "--view");
      input.table.files = {file};
      for (const std::string& ids : input.view_ids) {
        const auto [of, ids_file] = name_and_value(ids, "--view-ids");
        if (of != name)
          throw InputError("--view-ids {}: there is no view {}; give it with --view {}=FILE", ids,
                           quoted(of), of);
        input.table.ids = ids_file;
      }
      if (!input.predict.empty()) prediction = prediction_of(model, input, name, names);
      model = model_of_view(model, name, input.model);
    }
    if (input.table.files.empty())
      throw InputError("transform: what rows? name a table{}",
                       model.views.empty() ? "" : ", with --view NAME=FILE");
    own = open_own(input.table, input.ranks,
                   [&](const TableInput& table, const std::vector<std::string>& /*like*/) {
                     return open_for_model(table, model);
                   });
    report_table(own.table, report, own.share);
    report_ranks(own.share, report);
    transformed.ids = ids_of_run(input, own.table, own.share);
    ids_called = id_column(input, own.table.ids);
    transformed.rows = std::make_unique<ModelRows>(*own.table.rows, model);
  }

  std::optional<PredictedRows> predicted;
  if (prediction) predicted.emplace(*transformed.rows, *prediction);
  const RowSource& rows = predicted ? static_cast<const RowSource&>(*predicted) : *transformed.rows;
  for (Index j = 0; !prediction && j < rows.columns(); ++j)
    names.push_back(fmt::format("{}_{}", model.method, j));
  input.out = path_of_rank(input.out, own.share);
  input.clusters = path_of_rank(input.clusters, own.share);
  for (const std::string& out : {input.out, input.clusters})
    require_new_file(out, files, {}, input.model);
  std::unique_ptr<TableWriter> writer;
  if (!input.out.empty())
    writer = create_table(input.out, rows.scalar(), names, transformed.ids, ids_called);
  std::vector<Index> largest;
  write_mapped(rows, writer.get(), input.clusters.empty() ? nullptr : &largest, execution);
  if (own.share.dealt()) input.ranks->meet("transform");  // all have their part, or none
  if (writer) writer->commit();
  if (!input.clusters.empty()) write_clusters(input.clusters, largest, transformed.ids, ids_called);

  if (prediction)
    report.fact("predicted", input.predict, "from " + prediction->from);
  else
    report.fact("dimensions", rows.columns());
  if (!input.out.empty()) report.fact("out", input.out);
  if (writer && !writer->ids_path().empty()) report.fact("ids", writer->ids_path());
  if (!input.clusters.empty()) report.fact("clusters", input.clusters);
  return report;
}

}  // namespace

Command transform_command() {
  const auto input = std::make_shared<TransformInput>();
  Command command;
  command.name = "transform";
  command.line = "map rows with a learned model";
  command.given = {model_argument(input->model), data_argument(input->table)};
  command.given[1].required = false;
  command.options = list_options(*input);
  command.result = "the new rows, in the order of the old ones, with their ids; or their clusters";
  command.example = "germane transform iris.model data/iris.csv --out iris_mapped.csv";
  command.ranks = &input->ranks;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    try {
      return transform(*input, execution);
    } catch (const InputError& error) {
      ViewInput views;
      views.view = input->view;
      throw InputError("{}", advice_for_views(error.what(), views));
    }
  };
  return command;
}

}  // namespace germane
