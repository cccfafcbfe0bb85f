#include "germane/base/error.h"
#include "germane/base/turnstile.h"
#include "germane/commands/commands.h"
#include "germane/commands/view_input.h"
#include "germane/io/table_writer.h"
#include "germane/model/model_rows.h"

#include <atomic>

namespace germane {
namespace {

struct TransformInput {
  std::string model;
  TableInput table;
  std::string view;
  std::string out;
};

template <class Visitor>
void describe(TransformInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the new rows, as .csv, .tsv, .npy, .npz or .fvecs");
  option("view", o.view, anything(),
         "NAME=FILE: a view of a model of several, in the place of DATA");
  describe(o.table, option);
}

constexpr Index kBlockRows = 4096;

// Blocks are mapped by whoever takes them and written in order.
void write_mapped(const RowSource& rows, TableWriter& writer, const Execution& execution) {
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
                writer.append(RowMatrix<typename std::decay_t<decltype(view)>::Scalar>(view));
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

// The model to use, and the table it is for.
Model model_for(TransformInput& input) {
  Model model = read_model(input.model);
  if (input.view.empty()) {
    if (input.table.files.empty())
      throw InputError("transform: what rows? name a table{}",
                       model.views.empty() ? "" : ", with --view NAME=FILE");
    return model;
  }
  if (!input.table.files.empty())
    throw InputError("transform: --view {} and {}: one table at a time; give one of the two",
                     input.view, input.table.files[0]);
  const auto [name, file] = name_and_value(input.view, "--view");
  input.table.files = {file};
  return model_of_view(model, name, input.model);
}

Report transform(TransformInput input, const Execution& execution) {
  if (input.out.empty())
    throw InputError("transform: where to? pass --out FILE.csv, .tsv, .npy, .npz or .fvecs");
  require_no_choice(input.table);
  const Model model = model_for(input);
  require_new_file(input.out, input.table, {}, input.model);
  const Table table = open_for_model(input.table, model);
  const ModelRows mapped(*table.rows, model);

  std::vector<std::string> names;
  for (Index j = 0; j < mapped.columns(); ++j)
    names.push_back(fmt::format("{}_{}", model.method, j));
  const std::unique_ptr<TableWriter> writer =
      create_table(input.out, mapped.scalar(), names, table.ids);
  write_mapped(mapped, *writer, execution);
  writer->commit();

  Report report;
  report.title = "transform";
  report.fact("model", input.model, "learn " + model.method);
  report_table(table, report);
  report.fact("dimensions", mapped.columns());
  report.fact("out", input.out);
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
  command.result = "the new rows, in the order of the old ones, with their ids";
  command.example = "germane transform iris.model data/iris.csv --out iris_mapped.csv";
  command.run = [input](const Execution& execution) {
    check_options(*input);
    return transform(*input, execution);
  };
  return command;
}

}  // namespace germane
