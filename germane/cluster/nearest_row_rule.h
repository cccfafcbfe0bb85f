// A row belongs to the cluster of the nearest of the rows that were clustered; of equally near ones
// to that of the first. Exact: by a k-d tree in few columns, else by comparing with every row.
#pragma once

#include "germane/cluster/cluster_rule.h"
#include "germane/cluster/kd_tree.h"

namespace germane {

class NearestRowRule final : public ClusterRule {
 public:
  // Throws InputError unless every row is finite and has a cluster, and every cluster in [0, k) a
  // row.   (n x d)
  NearestRowRule(RowMatrix<double> rows, std::vector<Index> cluster);

  std::string kind() const override { return "nearest-row"; }
  std::string sentence() const override;
  Index columns() const override { return rows_.cols(); }
  Index clusters() const override { return clusters_; }
  std::vector<Index> assign(const RowSource& rows, const Execution& execution) const override;
  void save(Archive& archive) const override;

 private:
  std::vector<Index> search(const RowSource& rows, const Execution& execution) const;

  RowMatrix<double> rows_;
  std::vector<Index> cluster_;
  Index clusters_ = 0;
  double factor_ = 1;  // brings rows to magnitudes of about 1
};

std::shared_ptr<const ClusterRule> load_nearest_row(const Archive& archive);

}  // namespace germane
