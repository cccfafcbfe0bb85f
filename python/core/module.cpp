// The engine for Python: every command of the command line on arrays in memory, and models. What
// users see is written in Python (python/germane); this is no interface for them.
#include "python/core/models.h"
#include "python/core/mounts.h"
#include "python/core/running.h"

#include "germane/base/error.h"
#include "germane/base/version.h"
#include "germane/commands/command.h"
#include "germane/io/mounted.h"
#include "germane/linalg/kernel.h"
#include "germane/report/html.h"
#include "germane/report/plot_csv.h"
#include "germane/report/report.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace germane {
namespace {

namespace py = pybind11;
using Words = std::vector<std::string>;

std::string kind_text(Option::Kind kind) {
  switch (kind) {
    case Option::Kind::kSwitch:
      return "switch";
    case Option::Kind::kInteger:
      return "integer";
    case Option::Kind::kNumber:
      return "number";
    case Option::Kind::kText:
      return "text";
    case Option::Kind::kList:
      break;
  }
  return "list";
}

// Every command and its options, as help has them.
py::list describe_commands() {
  py::list all;
  for (const Command& command : all_commands()) {
    py::list options;
    for (const Option& option : command.options) {
      py::dict entry;
      entry["name"] = option.name;
      entry["kind"] = kind_text(option.kind);
      entry["default"] = option.default_text;
      entry["range"] = option.range.text();
      entry["words"] = option.range.words;
      entry["help"] = option.help;
      options.append(entry);
    }
    py::dict entry;
    entry["name"] = command.name;
    entry["line"] = command.line;
    entry["paper"] = command.paper;
    entry["options"] = options;
    all.append(entry);
  }
  return all;
}

void set_option(const Command& command, const std::string& name, const std::string& text) {
  for (const Option& option : command.options)
    if (option.name == name) return option.parse(text);
  throw py::key_error(command.name + " has no option " + name);
}

// Files that are in memory alone are ours, and no findings.
void leave_out_mounts(Section& section) {
  std::erase_if(section.facts, [](const Fact& fact) {
    const auto* const text = fact.value.get_if<std::string>();
    return text && is_mounted(*text);
  });
  for (Section& child : section.sections) leave_out_mounts(child);
}

// The command with options as text, which are read as those of the command line are.
Report run_command(const std::string& name, const Words& given,
                   const std::vector<std::pair<std::string, std::string>>& options, bool plots,
                   int threads, const py::object& progress) {
  const std::optional<Command> found = command_called(name);
  if (!found) throw py::key_error("no command " + name);
  const Command& command = *found;
  for (const auto& [option, text] : options) set_option(command, option, text);
  if (!given.empty() && command.given.empty()) throw py::key_error(name + " takes no data");
  for (std::size_t i = 0; i < given.size(); ++i)
    command.given[std::min(i, command.given.size() - 1)].set(given[i]);
  if (command.plots) *command.plots = plots;
  Report report;
  run_released(threads, progress,
               [&](const Execution& execution) { report = command.run(execution); });
  leave_out_mounts(report);
  return report;
}

RunRecord record_of(const Report& report) { return {.command = "germane " + report.title}; }

py::object html_of(const Report& report) {
  if (!can_write_html()) return py::none();
  return py::str(to_html(report, record_of(report)));
}

// The data of every plot: file -> column -> values as text.
py::dict plots_of(const Report& report) {
  py::dict files;
  for (const PlotFile& file : plot_files(report)) {
    py::dict columns;
    for (std::size_t i = 0; i < file.columns.size(); ++i)
      columns[py::str(file.columns[i])] = file.values[i];
    files[py::str(file.name)] = columns;
  }
  return files;
}

void add_errors(py::module_& module) {
  static py::exception<NumericalError> numerical(module, "NumericalError", PyExc_ArithmeticError);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const NumericalError& error) {
      PyErr_SetString(numerical.ptr(), error.what());
    } catch (const InputError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const Interrupted& error) {
      PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
    }
  });
}

}  // namespace
}  // namespace germane

PYBIND11_MODULE(_core, module) {
  using namespace germane;
  module.attr("__version__") = kVersion;
  add_errors(module);
  add_mounts(module);
  module.def("commands", &describe_commands);
  py::class_<Report>(module, "Report")
      .def_readonly("title", &Report::title)
      .def("json", [](const Report& report) { return to_json(report); })
      .def("text", [](const Report& report, int width) { return to_text(report, width); })
      .def("html", &html_of)
      .def("plots", &plots_of)
      .def("warnings", &all_warnings);
  module.def("run", &run_command);
  module.def("blas_kernel", [] {
    const BlasKernel kernel = blas_kernel();
    return std::pair(kernel.in_use, kernel.better);
  });
  add_models(module);
}
