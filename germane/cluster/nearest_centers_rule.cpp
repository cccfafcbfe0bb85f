#include "germane/cluster/nearest_centers_rule.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/kmeans.h"

namespace germane {

NearestCentersRule::NearestCentersRule(RowMatrix<double> centers) : centers_(std::move(centers)) {
  if (centers_.size() == 0) throw InputError("assign: there are no centres");
  if (!centers_.allFinite())
    throw InputError("assign: a centre has a coordinate that is not finite");
}

std::string NearestCentersRule::sentence() const {
  return "the nearest of " + counted(clusters(), "centre");
}

std::vector<Index> NearestCentersRule::assign(const RowSource& rows,
                                              const Execution& execution) const {
  require_columns(*this, rows);
  return assign_to_centers(rows, centers_, execution);
}

void NearestCentersRule::save(Archive& archive) const { archive.set("rule/centers", centers_); }

std::shared_ptr<const ClusterRule> load_nearest_centers(const Archive& archive) {
  return std::make_shared<NearestCentersRule>(archive.matrix("rule/centers"));
}

}  // namespace germane
