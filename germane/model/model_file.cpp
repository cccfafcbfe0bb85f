#include "germane/model/model_file.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/version.h"
#include "germane/io/archive.h"

#include <utility>

namespace germane {
namespace {

void save_loadings(const ModelView& view, Archive& archive) {
  const auto set = [&](const char* name, const Matrix& numbers) {
    if (numbers.size() > 0) archive.set(view.name + name, RowMatrix<double>(numbers));
  };
  set("/loadings", view.loadings);
  set("/loadings_low", view.loadings_low);
  set("/loadings_high", view.loadings_high);
}

void save_predictions(const ModelView& view, Archive& archive) {
  for (const ViewPrediction& prediction : view.predicted) {
    archive.set(view.name + "/from/" + prediction.from, RowMatrix<double>(prediction.weights));
    archive.set(view.name + "/offset/" + prediction.from, prediction.offset);
  }
}

}  // namespace

Archive model_archive(const Model& model) {
  Archive archive;
  archive.metadata["method"] = model.method;
  archive.metadata["options"] = to_json(model.options);
  archive.metadata["summary"] = to_json(model.summary);
  archive.metadata["prepare"] =
      model.views.empty() ? model.map.prepare : model.views.front().map.prepare;
  archive.metadata["germane_version"] = kVersion;
  if (!model.views.empty()) {
    Value::List names;
    for (const ModelView& view : model.views) {
      names.emplace_back(view.name);
      archive.set(view.name + "/center", view.map.center);
      archive.set(view.name + "/map", RowMatrix<double>(view.map.map));
      archive.set_strings(view.name + "/columns", view.map.columns);
      if (view.kernel) save(*view.kernel, archive, view.name + "/");
      if (view.fill.size() > 0) archive.set(view.name + "/fill", view.fill);
      save_loadings(view, archive);
      save_predictions(view, archive);
    }
    archive.metadata["views"] = to_json(Value(names));
    return archive;
  }
  archive.set("center", model.map.center);
  archive.set("map", RowMatrix<double>(model.map.map));
  archive.set_strings("columns", model.map.columns);
  if (model.kernel) save(*model.kernel, archive);
  if (model.two_covariance) save(*model.two_covariance, "two_covariance/", archive);
  if (model.calibration) save(*model.calibration, "calibration/", archive);
  if (model.fill.size() > 0) archive.set("fill", model.fill);
  return archive;
}

void write_model(const Model& model, const std::string& path) {
  write_archive(model_archive(model), path, "model");
}

namespace {

std::string known_preparation(const Archive& archive, const std::string& path) {
  std::string prepare = archive.text("prepare");
  if (prepare != "none" && prepare != "unit-rows")
    throw InputError("{}: rows prepared by {}; this version knows none and unit-rows", path,
                     quoted(prepare));
  return prepare;
}

void require_kernel_fits(const KernelMap& kernel, const LinearMap& map, const std::string& path) {
  if (kernel.outputs() != map.inputs())
    throw InputError("{}: a kernel map to {} before a map of {}; the file is damaged", path,
                     counted(kernel.outputs(), "column"), map.inputs());
}

void load_loadings(const Archive& archive, ModelView& view, const std::string& path) {
  const auto get = [&](const char* name, Matrix& numbers) {
    if (!archive.has(view.name + name)) return;
    numbers = archive.matrix(view.name + name, view.map.outputs(), view.map.inputs());
    if (numbers.size() > 0 && numbers.cwiseAbs().maxCoeff() > 1)
      throw InputError("{}: '{}{}' holds a correlation above 1; the file is damaged", path,
                       view.name, name);
  };
  get("/loadings", view.loadings);
  get("/loadings_low", view.loadings_low);
  get("/loadings_high", view.loadings_high);
  const bool low = view.loadings_low.size() > 0, high = view.loadings_high.size() > 0;
  if (view.kernel && view.loadings.size() > 0)
    throw InputError("{}: the view {} has a kernel and loadings; the file is damaged", path,
                     quoted(view.name));
  if (low != high || (low && view.loadings.size() == 0))
    throw InputError(
        "{}: the view {} has only a part of its loadings and their intervals; the file is damaged",
        path, quoted(view.name));
  if (low && (view.loadings_high - view.loadings_low).minCoeff() < 0)
    throw InputError(
        "{}: the view {} has an interval that ends before it begins; the file is "
        "damaged",
        path, quoted(view.name));
}

// Every view from every other, once all are read.
void load_predictions(const Archive& archive, std::vector<ModelView>& views) {
  for (ModelView& view : views)
    for (const ModelView& other : views) {
      const std::string name = view.name + "/from/" + other.name;
      if (&other == &view || !archive.has(name)) continue;
      ViewPrediction prediction{
          .from = other.name,
          .weights = archive.matrix(name, view.inputs(), other.map.outputs()),
          .offset = archive.vector(view.name + "/offset/" + other.name, view.inputs())};
      view.predicted.push_back(std::move(prediction));
    }
}

std::vector<ModelView> read_views(const Archive& archive, const std::string& path) {
  std::vector<ModelView> views;
  const Value names = parse_json(archive.text("views"), path + ": views");
  const auto* list = names.get_if<Value::List>();
  if (!list || list->empty())
    throw InputError("{}: its views are no list of names; the file is damaged", path);
  for (const Value& value : *list) {
    const auto* name = value.get_if<std::string>();
    if (!name) throw InputError("{}: its views are no list of names; the file is damaged", path);
    ModelView view{.name = *name, .map = {}};
    view.map.map = archive.matrix(*name + "/map");
    view.map.center = archive.vector(*name + "/center", view.map.inputs());
    view.map.columns = archive.strings(*name + "/columns");
    view.map.prepare = known_preparation(archive, path);
    if (has_kernel_map(archive, *name + "/")) {
      view.kernel = load_kernel_map(archive, *name + "/");
      require_kernel_fits(*view.kernel, view.map, path);
    }
    if (archive.has(*name + "/fill")) view.fill = archive.vector(*name + "/fill", view.inputs());
    load_loadings(archive, view, path);
    const auto columns = static_cast<Index>(view.map.columns.size());
    if (columns != 0 && columns != view.inputs())
      throw InputError("{}: {} column names for {} columns of the view {}; the file is damaged",
                       path, columns, view.inputs(), quoted(*name));
    for (const ModelView& other : views)
      if (other.name == *name)
        throw InputError("{}: two views are called {}; the file is damaged", path, quoted(*name));
    if (!views.empty() && views.front().map.outputs() != view.map.outputs())
      throw InputError("{}: views of {} and {} dimensions; the file is damaged", path,
                       views.front().map.outputs(), view.map.outputs());
    views.push_back(std::move(view));
  }
  load_predictions(archive, views);
  return views;
}

}  // namespace

Model model_of_view(const Model& model, const std::string& view, const std::string& path) {
  std::vector<std::string> names;
  for (const ModelView& candidate : model.views) {
    names.push_back(candidate.name);
    if (candidate.name != view) continue;
    Model single = model;
    single.views.clear();
    single.map = candidate.map;
    single.kernel = candidate.kernel;
    single.fill = candidate.fill;
    return single;
  }
  if (names.empty())
    throw InputError("{}: learned from one table, it has no view {}; leave --view out", path,
                     quoted(view));
  throw InputError("{}: has no view {}; it has {}", path, quoted(view), join(names, ", "));
}

Model read_model(const std::string& path) { return model_from(read_archive(path, "model")); }

Model model_from(const Archive& archive) {
  const std::string& path = archive.path;
  Model model;
  model.method = archive.text("method");
  model.options = parse_json(archive.text("options"), path + ": options");
  model.summary = parse_json(archive.text("summary"), path + ": summary");
  if (archive.metadata.count("views") > 0) {
    model.views = read_views(archive, path);
    return model;
  }
  model.map.map = archive.matrix("map");
  model.map.center = archive.vector("center", model.map.inputs());
  model.map.columns = archive.strings("columns");
  model.map.prepare = known_preparation(archive, path);
  if (has_kernel_map(archive)) {
    model.kernel = load_kernel_map(archive);
    require_kernel_fits(*model.kernel, model.map, path);
  }
  if (has_two_covariance(archive, "two_covariance/")) {
    model.two_covariance = load_two_covariance(archive, "two_covariance/");
    if (model.two_covariance->inputs() != model.map.outputs())
      throw InputError("{}: a two-covariance model of {} after a map to {}; the file is damaged",
                       path, counted(model.two_covariance->inputs(), "dimension"),
                       model.map.outputs());
  }
  if (has_calibration(archive, "calibration/")) {
    model.calibration = load_calibration(archive, "calibration/");
    if (model.calibration->score == "llr" && !model.two_covariance)
      throw InputError("{}: calibrated for llr without a two-covariance model; the file is damaged",
                       path);
  }
  if (archive.has("fill")) model.fill = archive.vector("fill", model.inputs());
  if (!model.map.columns.empty() && static_cast<Index>(model.map.columns.size()) != model.inputs())
    throw InputError("{}: {} column names for {} columns; the file is damaged", path,
                     model.map.columns.size(), model.inputs());
  return model;
}

}  // namespace germane
