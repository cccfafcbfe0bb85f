#include "germane/cluster/cluster_rule.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/mixture_rule.h"
#include "germane/cluster/nearest_centers_rule.h"
#include "germane/cluster/nearest_row_rule.h"
#include "germane/cluster/splits_rule.h"

#include <functional>
#include <utility>

namespace germane {

std::shared_ptr<const ClusterRule> load_rule(const std::string& kind, const Archive& archive) {
  using Load = std::shared_ptr<const ClusterRule> (*)(const Archive&);
  static const std::vector<std::pair<std::string, Load>> kinds = {
      {"nearest-center", load_nearest_centers},
      {"splits", load_splits},
      {"mixture", load_mixture},
      {"nearest-row", load_nearest_row},
  };
  std::vector<std::string> known;
  for (const auto& [name, load] : kinds) {
    if (name == kind) return load(archive);
    known.push_back(name);
  }
  throw InputError("{}: rows find their clusters by {}; this version knows {}", archive.path,
                   quoted(kind), join(known, ", "));
}

void require_columns(const ClusterRule& rule, const RowSource& rows) {
  if (rows.columns() != rule.columns())
    throw InputError("assign: {} has {}, but the clusters are of {}", rows.name(),
                     counted(rows.columns(), "column"), rule.columns());
}

}  // namespace germane
