#include "germane/cluster/splits_rule.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering_file.h"
#include "germane/model/model_rows.h"

#include <algorithm>
#include <set>
#include <utility>

namespace germane {
namespace {

std::string step_name(std::size_t step) { return "rule/step" + std::to_string(step); }

void require_step_fits(const SplitStep& step, const SplitStep& first) {
  if (!step.model.views.empty() || step.model.map.outputs() != step.rule->columns() ||
      step.model.inputs() != first.model.inputs())
    throw InputError("assign: a split of {} after a map from {} to {}; the file is damaged",
                     counted(step.rule->columns(), "dimension"), step.model.inputs(),
                     step.model.map.outputs());
  if (static_cast<Index>(step.next.size()) != step.rule->clusters())
    throw InputError("assign: a split into {} leads on {} ways; the file is damaged",
                     counted(step.rule->clusters(), "part"), step.next.size());
}

}  // namespace

SplitsRule::SplitsRule(std::vector<SplitStep> steps) : steps_(std::move(steps)) {
  if (steps_.empty()) throw InputError("assign: there is no split; the file is damaged");
  std::set<Index> followed, named;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    require_step_fits(steps_[i], steps_.front());
    for (const Index next : steps_[i].next) {
      // Only onwards, so that every row comes to an end.
      const bool onwards = next >= 0 || (-1 - next > static_cast<Index>(i) &&
                                         -1 - next < static_cast<Index>(steps_.size()));
      if (!onwards || !(next >= 0 ? named : followed).insert(next).second)
        throw InputError("assign: splits that do not follow each other; the file is damaged");
      clusters_ = std::max(clusters_, next + 1);
    }
  }
  if (followed.size() + 1 != steps_.size() || static_cast<Index>(named.size()) != clusters_)
    throw InputError("assign: a split or a cluster that nothing leads to; the file is damaged");
}

std::string SplitsRule::sentence() const {
  if (steps_.size() == 1) return steps_.front().rule->sentence() + " in the shared space";
  return fmt::format("one of {} by {}", counted(clusters_, "cluster"),
                     counted(static_cast<Index>(steps_.size()), "division"));
}

std::vector<Index> SplitsRule::assign(const RowSource& rows, const Execution& execution) const {
  require_columns(*this, rows);
  // -1 - the step a row has come to, or its cluster.
  std::vector<Index> at(static_cast<std::size_t>(rows.rows()), -1);
  for (std::size_t step = 0; step < steps_.size(); ++step) {
    const ModelRows mapped(rows, steps_[step].model);
    const std::vector<Index> part = steps_[step].rule->assign(mapped, execution);
    for (std::size_t row = 0; row < at.size(); ++row)
      if (at[row] == -1 - static_cast<Index>(step))
        at[row] = steps_[step].next[static_cast<std::size_t>(part[row])];
  }
  return at;
}

void SplitsRule::save(Archive& archive) const {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const SavedClustering step{.method = "split",
                               .options = Value::Object{},
                               .summary = Value::Object{},
                               .columns = {},
                               .model = steps_[i].model,
                               .rule = steps_[i].rule};
    const std::string bytes = format_archive(clustering_archive(step), kClusteringKind);
    archive.set(step_name(i), std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
    archive.set(step_name(i) + "/next",
                std::vector<std::int64_t>(steps_[i].next.begin(), steps_[i].next.end()));
  }
}

std::shared_ptr<const ClusterRule> load_splits(const Archive& archive) {
  std::vector<SplitStep> steps;
  while (archive.has(step_name(steps.size()))) {
    const std::string name = step_name(steps.size());
    const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&archive.arrays.at(name));
    if (!bytes) throw InputError("{}: {} is no bytes; the file is damaged", archive.path, name);
    const Archive inner = parse_archive(std::string(bytes->begin(), bytes->end()),
                                        archive.path + ": " + name, kClusteringKind);
    // Splits within splits are never written, and a file of many would be read too deep.
    if (inner.text("rule") == "splits")
      throw InputError("{}: {} is a tree of its own; the file is damaged", archive.path, name);
    SavedClustering saved = clustering_from(inner);
    if (!saved.model)
      throw InputError("{}: {} has no model; the file is damaged", archive.path, name);
    const std::vector<std::int64_t>& next = archive.integers(name + "/next");
    steps.push_back({.model = std::move(*saved.model),
                     .rule = std::move(saved.rule),
                     .next = {next.begin(), next.end()}});
  }
  return std::make_shared<SplitsRule>(std::move(steps));
}

}  // namespace germane
