// A row belongs to the component of a mixture of Gaussians with the largest posterior; of equally
// probable ones to the first.
#pragma once

#include "germane/cluster/cluster_rule.h"
#include "germane/cluster/mixture.h"

namespace germane {

class MixtureRule final : public ClusterRule {
 public:
  // Throws InputError when the parts do not fit together or weights are none.
  explicit MixtureRule(Mixture mixture);

  std::string kind() const override { return "mixture"; }
  std::string sentence() const override;
  Index columns() const override { return mixture_.columns(); }
  Index clusters() const override { return mixture_.components(); }
  std::vector<Index> assign(const RowSource& rows, const Execution& execution) const override;
  void save(Archive& archive) const override;

  // The posterior of each component for each row.                                  (n x k)
  RowMatrix<double> posteriors(const RowSource& rows, const Execution& execution) const;
  const Mixture& mixture() const { return mixture_; }

 private:
  Mixture mixture_;
};

std::shared_ptr<const ClusterRule> load_mixture(const Archive& archive);

}  // namespace germane
