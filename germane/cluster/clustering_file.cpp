#include "germane/cluster/clustering_file.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/version.h"

#include <utility>

namespace germane {
namespace {

const std::string kModel = "model";

std::vector<std::uint8_t> bytes_of(const Model& model) {
  const std::string text = format_archive(model_archive(model), kModel);
  return {text.begin(), text.end()};
}

Model model_in(const Archive& archive) {
  const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&archive.arrays.at(kModel));
  if (!bytes) throw InputError("{}: its model is no bytes; the file is damaged", archive.path);
  return model_from(
      parse_archive(std::string(bytes->begin(), bytes->end()), archive.path + ": model", kModel));
}

// The columns that rows have once they are in the space of the clusters.
Index space_columns(const SavedClustering& saved, const std::string& path) {
  if (saved.model) {
    if (!saved.model->views.empty())
      throw InputError("{}: its model is of several views; the file is damaged", path);
    return saved.model->map.outputs();
  }
  return saved.rule->columns();
}

void require_consistent(const SavedClustering& saved, const std::string& path) {
  const Index columns = saved.rule->columns();
  if (space_columns(saved, path) != columns)
    throw InputError("{}: a model of {} before clusters of {}; the file is damaged", path,
                     counted(space_columns(saved, path), "dimension"), columns);
  const Index given = saved.model ? saved.model->inputs() : columns;
  if (!saved.columns.empty() && static_cast<Index>(saved.columns.size()) != given)
    throw InputError("{}: {} column names for {} columns; the file is damaged", path,
                     saved.columns.size(), given);
  if (saved.prepare == "standardize" && !(saved.deviations.array() > 0).all())
    throw InputError("{}: a deviation is not above 0; the file is damaged", path);
}

}  // namespace

Archive clustering_archive(const SavedClustering& clustering) {
  Archive archive;
  archive.metadata["method"] = clustering.method;
  archive.metadata["options"] = to_json(clustering.options);
  archive.metadata["summary"] = to_json(clustering.summary);
  archive.metadata["prepare"] = clustering.prepare;
  archive.metadata["rule"] = clustering.rule->kind();
  archive.metadata["germane_version"] = kVersion;
  archive.set_strings("columns", clustering.columns);
  if (clustering.fill.size() > 0) archive.set("fill", clustering.fill);
  if (clustering.prepare == "standardize") {
    archive.set("center", clustering.center);
    archive.set("deviations", clustering.deviations);
  }
  if (clustering.model) archive.set(kModel, bytes_of(*clustering.model));
  clustering.rule->save(archive);
  return archive;
}

SavedClustering clustering_from(const Archive& archive) {
  const std::string& path = archive.path;
  SavedClustering saved;
  saved.method = archive.text("method");
  saved.options = parse_json(archive.text("options"), path + ": options");
  saved.summary = parse_json(archive.text("summary"), path + ": summary");
  saved.prepare = archive.text("prepare");
  if (saved.prepare != "none" && saved.prepare != "unit-rows" && saved.prepare != "standardize")
    throw InputError("{}: rows prepared by {}; this version knows none, unit-rows and standardize",
                     path, quoted(saved.prepare));
  try {
    saved.rule = load_rule(archive.text("rule"), archive);
  } catch (const InputError& error) {
    if (path.empty() || std::string_view(error.what()).starts_with(path)) throw;
    throw InputError("{}: is damaged: {}", path, error.what());
  }
  saved.columns = archive.strings("columns");
  if (archive.has(kModel)) saved.model = model_in(archive);
  const Index columns = saved.model ? saved.model->inputs() : saved.rule->columns();
  if (archive.has("fill")) saved.fill = archive.vector("fill", columns);
  if (saved.prepare == "standardize") {
    saved.center = archive.vector("center", columns);
    saved.deviations = archive.vector("deviations", columns);
  }
  require_consistent(saved, path);
  return saved;
}

void write_clustering(const SavedClustering& clustering, const std::string& path) {
  write_archive(clustering_archive(clustering), path, kClusteringKind);
}

SavedClustering read_clustering(const std::string& path) {
  return clustering_from(read_archive(path, kClusteringKind));
}

}  // namespace germane
