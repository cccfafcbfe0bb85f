// Methods over statistics whose rows are so wide that the rows themselves are the cheaper way.
#include "germane/commands/learning.h"
#include "germane/commands/units.h"

namespace germane {

// Only where all rows are here: ranks join statistics.
bool Learning::learn_wide(const Given& given) {
  if (!learner_.setup.is_wide || given.share.dealt()) return false;
  if (!learner_.setup.is_wide(given.own, input_.memory)) return false;
  const auto seed = static_cast<std::uint64_t>(input_.seed);
  const bool scales = scales_statistics();
  const Moments moments =
      gather_statistics(given.own, GatherPlan{.scatter = false}, execution_).all().total();
  const Vector scale = moments.standard_deviations();
  std::optional<ScaledRows> scaled;
  if (scales) scaled.emplace(given.own, scale);
  Learned<LinearMap> learned = learner_.setup.learn_wide(
      scaled ? static_cast<const RowSource&>(*scaled) : given.own, input_.memory, seed, execution_);
  if (depends_on_units() && reductions_.empty())
    warn_of_units(moments, given.rows.column_names(), report_);
  if (scales) learned.map = undo_scale(std::move(learned.map), scale);
  learned.map = in_columns(std::move(learned.map));
  learned.map.columns = given.rows.column_names();
  learned.map.prepare = row_preparation();
  if (given.chunklets.count() > 0 && input_.check != "none")
    report_.notes.emplace_back(
        "no check: the rows are learned from without statistics, of which the check is made");
  finish(learned);
  return true;
}

}  // namespace germane
