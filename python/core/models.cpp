#include "python/core/models.h"

#include "python/core/arrays.h"
#include "python/core/running.h"

#include "germane/base/error.h"
#include "germane/model/model_file.h"
#include "germane/model/model_rows.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace germane {
namespace {

namespace py = pybind11;
using Words = std::vector<std::string>;

const ModelView& view_of(const Model& model, const std::string& name) {
  for (const ModelView& view : model.views)
    if (view.name == name) return view;
  throw py::key_error("no view " + name);
}

// Where maps of a model are: a view's, or the model's own.
const LinearMap& map_of(const Model& model, const std::string& view) {
  return view.empty() ? model.map : view_of(model, view).map;
}

Words view_names(const Model& model) {
  Words names;
  for (const ModelView& view : model.views) names.push_back(view.name);
  return names;
}

// Names the number that is not finite, in a pass that checks each; or else the row, from 0, that is
// not after the map.
[[noreturn]] void refuse_row(const RowSource& rows, Index block_rows, Index row) {
  const std::unique_ptr<RowReader> reader = rows.read(block_rows);
  for (RowBlock block; reader->next(block);) {
  }
  throw NumericalError(
      "X: row {} (from 0) would be infinite in the learned space: it is too far from all that was "
      "learned from",
      row);
}

// Straight into the array that is returned.
template <class T>
py::array transformed(const RowSource& rows, const LinearMap& map, int threads,
                      const py::object& progress) {
  // A megabyte or so: what a block passes through stays in the caches, and in memory that the
  // allocator has at hand.
  const Index block_rows = std::clamp<Index>((Index{1} << 17) / rows.columns(), 64, 4096);
  py::array_t<T> result({rows.rows(), map.outputs()});
  T* const numbers = result.mutable_data();
  run_released(threads, progress, [&](const Execution& execution) {
    const std::unique_ptr<RowReader> reader = rows.read(block_rows);
    reader->leave_unchecked();  // what is not finite makes a result so
    execution.pool.run(execution.pool.threads(), [&](Index) {
      for (RowBlock block; reader->next(block);) {
        execution.stop_if_requested();
        Eigen::Map<RowMatrix<T>> out(numbers + block.first * map.outputs(), block.count(),
                                     map.outputs());
        map.apply(std::get<RowsView<T>>(block.rows), out.data());
        if ((out.array() * 0).sum() == 0) continue;
        Index row = 0;
        while (out.row(row).allFinite()) ++row;
        refuse_row(rows, block_rows, block.first + row);
      }
    });
  });
  return result;
}

// Rows that are computed as they are read.
py::array read_all(const RowSource& rows, int threads, const py::object& progress) {
  py::array_t<double> result({rows.rows(), rows.columns()});
  double* const numbers = result.mutable_data();
  run_released(threads, progress, [&](const Execution& execution) {
    constexpr Index kBlockRows = 1024;
    const std::unique_ptr<RowReader> reader = rows.read(kBlockRows);
    execution.pool.run(execution.pool.threads(), [&](Index) {
      for (RowBlock block; reader->next(block);) {
        execution.stop_if_requested();
        const auto& some = std::get<RowsView<double>>(block.rows);
        Eigen::Map<RowMatrix<double>>(numbers + block.first * some.cols(), some.rows(),
                                      some.cols()) = some;
      }
    });
  });
  return result;
}

py::array transform(const Model& model, const py::object& array, const std::string& view,
                    int threads, const py::object& progress) {
  const ArrayRows given = rows_of(array, {}, "X");
  const Model one = view.empty() ? model : model_of_view(model, view, "the model");
  const std::unique_ptr<RowSource> rows = given.open(false);
  const ModelRows mapped(*rows, one);
  if (mapped.maps_sparse()) return read_all(mapped, threads, progress);
  return mapped.scalar() == Scalar::kFloat32
             ? transformed<float>(mapped.before_map(), one.map, threads, progress)
             : transformed<double>(mapped.before_map(), one.map, threads, progress);
}

py::bytes bytes_of(const Model& model) { return format_archive(model_archive(model), "model"); }

Model model_of(const std::string& bytes) {
  return model_from(parse_archive(bytes, "the model", "model"));
}

// The arrays and texts of any file of ours, for those who want more than a model shows.
py::tuple archive_parts(const py::bytes& bytes, const std::string& kind) {
  const Archive archive = parse_archive(std::string(bytes), kind, kind);
  py::dict arrays;
  for (const auto& [name, array] : archive.arrays)
    std::visit(
        [&](const auto& values) {
          using Array = std::decay_t<decltype(values)>;
          if constexpr (std::is_same_v<Array, RowMatrix<double>>)
            arrays[py::str(name)] = to_array(values);
          else
            arrays[py::str(name)] = py::array_t<typename Array::value_type>(
                static_cast<py::ssize_t>(values.size()), values.data());
        },
        array);
  return py::make_tuple(archive.metadata, arrays);
}

}  // namespace

void add_models(py::module_& module) {
  py::class_<Model>(module, "Model")
      .def_static("read", &read_model)
      .def_static("from_bytes", [](const py::bytes& bytes) { return model_of(bytes); })
      .def("to_bytes", &bytes_of)
      .def("write", [](const Model& model, const std::string& path) { write_model(model, path); })
      .def_readonly("method", &Model::method)
      .def_property_readonly("prepare", [](const Model& model) { return model.map.prepare; })
      .def_property_readonly("options", [](const Model& model) { return to_json(model.options); })
      .def_property_readonly("summary", [](const Model& model) { return to_json(model.summary); })
      .def_property_readonly("views", &view_names)
      .def_property_readonly("has_kernel",
                             [](const Model& model) { return model.kernel.has_value(); })
      .def_property_readonly("threshold",
                             [](const Model& model) -> py::object {
                               if (!model.calibration || model.calibration->score != "distance")
                                 return py::none();
                               return py::float_(model.calibration->threshold);
                             })
      .def("inputs",
           [](const Model& m, const std::string& view) {
             return view.empty() ? m.inputs() : view_of(m, view).inputs();
           })
      .def("columns",
           [](const Model& m, const std::string& view) { return map_of(m, view).columns; })
      .def("center",
           [](const Model& m, const std::string& view) {
             const Vector& center = map_of(m, view).center;
             return py::array_t<double>(center.size(), center.data());
           })
      .def("map",
           [](const Model& m, const std::string& view) {
             return to_array(RowMatrix<double>(map_of(m, view).map));
           })
      .def("fill",
           [](const Model& m, const std::string& view) {
             const Vector& fill = view.empty() ? m.fill : view_of(m, view).fill;
             return py::array_t<double>(fill.size(), fill.data());
           })
      .def("loadings",
           [](const Model& m, const std::string& view) {
             return to_array(RowMatrix<double>(view_of(m, view).loadings));
           })
      .def(py::pickle(&bytes_of, [](const py::bytes& bytes) { return model_of(bytes); }));
  module.def("transform", &transform);
  module.def("archive_parts", &archive_parts);
  module.def("kind_of",
             [](const std::string& path) { return read_archive(path, "").text("kind"); });
}

}  // namespace germane
