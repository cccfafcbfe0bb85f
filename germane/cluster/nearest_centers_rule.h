// A row belongs to the nearest of k centres; of equally near ones to the first.
#pragma once

#include "germane/cluster/cluster_rule.h"

namespace germane {

class NearestCentersRule final : public ClusterRule {
 public:
  // Throws InputError when there are none, or one is not finite.   (k x d)
  explicit NearestCentersRule(RowMatrix<double> centers);

  std::string kind() const override { return "nearest-center"; }
  std::string sentence() const override;
  Index columns() const override { return centers_.cols(); }
  Index clusters() const override { return centers_.rows(); }
  std::vector<Index> assign(const RowSource& rows, const Execution& execution) const override;
  void save(Archive& archive) const override;

  const RowMatrix<double>& centers() const { return centers_; }

 private:
  RowMatrix<double> centers_;
};

std::shared_ptr<const ClusterRule> load_nearest_centers(const Archive& archive);

}  // namespace germane
