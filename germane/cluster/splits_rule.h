// A row is divided from others step by step: mapped into the space of a split, it goes to a part of
// it, which is a cluster or is split again.
#pragma once

#include "germane/cluster/cluster_rule.h"
#include "germane/model/model_file.h"

namespace germane {

struct SplitStep {
  Model model;  // into the space of the split
  std::shared_ptr<const ClusterRule> rule;
  std::vector<Index> next;  // of each part: its cluster, or -1 - the step that follows
};

class SplitsRule final : public ClusterRule {
 public:
  // The first step divides all rows; others follow one that stands before them. Throws InputError
  // for steps that do not fit together.
  explicit SplitsRule(std::vector<SplitStep> steps);

  std::string kind() const override { return "splits"; }
  std::string sentence() const override;
  Index columns() const override { return steps_.front().model.inputs(); }
  Index clusters() const override { return clusters_; }
  // Every step looks at all rows, so that it is one pass a step.
  std::vector<Index> assign(const RowSource& rows, const Execution& execution) const override;
  void save(Archive& archive) const override;

 private:
  std::vector<SplitStep> steps_;
  Index clusters_ = 0;
};

std::shared_ptr<const ClusterRule> load_splits(const Archive& archive);

}  // namespace germane
