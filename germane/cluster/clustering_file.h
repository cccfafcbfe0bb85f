// Clusterings on disk: how rows are brought into the space of the clusters, and the rule by which
// they find theirs. Loadable without the rows that were clustered.
#pragma once

#include "germane/base/value.h"
#include "germane/cluster/cluster_rule.h"
#include "germane/model/linear_map.h"
#include "germane/model/model_file.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace germane {

// Arrays: those of the rule (rule/), columns, fill (d) where missing cells are filled, center and
// deviations (d) where columns are standardised, model (the bytes of a model file) where rows are
// mapped by one. Metadata: method, options, summary (JSON texts), prepare, rule (its kind),
// germane_version. The same input, options and seed give the same bytes.
struct SavedClustering {
  std::string method;
  Value options;
  Value summary;
  std::vector<std::string> columns;     // names of the features; empty: unnamed
  Vector fill = {};                     // of missing cells, by column; empty: they are refused
  std::string prepare = "none";         // "unit-rows", "standardize"; not with a model
  Vector center = {}, deviations = {};  // of columns, for "standardize"
  std::optional<Model> model = {};      // of the space; what it says of columns and fill counts
  std::shared_ptr<const ClusterRule> rule;
};

// As the arrays and metadata of a file, for who keeps a clustering within another file.
inline const std::string kClusteringKind = "clustering";
Archive clustering_archive(const SavedClustering& clustering);
SavedClustering clustering_from(const Archive& archive);

void write_clustering(const SavedClustering& clustering, const std::string& path);
// Throws InputError for what is no clustering, or one of a newer format version.
SavedClustering read_clustering(const std::string& path);

}  // namespace germane
