#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/cluster_space.h"
#include "germane/commands/commands.h"
#include "germane/commands/table_input.h"
#include "germane/io/npy_writer.h"
#include "germane/model/model_file.h"

namespace germane {
namespace {

struct ExportInput {
  std::string model;
  std::string view;
  std::string out;
};

template <class Visitor>
void describe(ExportInput& o, Visitor&& option) {
  option("out", o.out, anything(),
         "FILE.npy: the map, a row for each new dimension; the centre goes to FILE.center.npy");
  option("view", o.view, anything(), "NAME: of a model of several views");
}

Report export_map(const ExportInput& input) {
  if (!input.out.ends_with(".npy"))
    throw InputError("export: where to? pass --out FILE.npy{}",
                     input.out.empty() ? "" : fmt::format(" ({} does not end so)", input.out));
  const std::string center_file = npy_beside(input.out, "center");
  for (const std::string& file : {input.out, center_file})
    require_new_file(file, {}, {}, input.model);
  Model model = read_model(input.model);
  if (input.view.empty() && !model.views.empty())
    throw InputError("{}: was learned from several views; say whose map with --view {}",
                     input.model, model.views.front().name);
  if (!input.view.empty()) model = model_of_view(model, input.view, input.model);
  if (model.kernel)
    throw InputError(
        "{}: learn {} has a kernel, and its map is no matrix; write mapped rows instead (germane "
        "transform {} DATA --out NEW.npy)",
        input.model, model.method, input.model);

  Report report;
  report.title = "export";
  report.fact("model", input.model, "learn " + model.method);
  report.fact("columns", model.map.inputs()).fact("dimensions", model.map.outputs());
  report.fact("use", "new row = map (row - center)");
  if (model.map.prepare == "unit-rows")
    report.warnings.emplace_back(
        "the model scales rows to length 1 first; do so before the map, or write mapped rows with "
        "`germane transform`");
  if (model.fill.size() > 0)
    report.notes.emplace_back("missing cells: the model fills them, which the arrays do not say");
  OutputFile map(input.out), center(center_file);
  put_npy(map, RowMatrix<double>(model.map.map));
  put_npy(center, model.map.center);
  center.commit();
  map.commit();
  report.fact("out", input.out).fact("center", center_file);
  return report;
}

}  // namespace

Command export_command() {
  const auto input = std::make_shared<ExportInput>();
  Command command;
  command.name = "export";
  command.line = "a model's map and centre as plain arrays, for other programs";
  command.given = {model_argument(input->model)};
  command.options = list_options(*input);
  command.result = "two npy files of float64: new row = map (row - center)";
  command.example = "germane export iris.model --out iris_map.npy";
  command.run = [input](const Execution&) {
    check_options(*input);
    return export_map(*input);
  };
  return command;
}

}  // namespace germane
