// Methods that learn from the rows and hints themselves, as statistics do not say enough.
#include "germane/commands/learning.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>

namespace germane {

// Methods that learn from rows hold those with a hint in memory.
void Learning::require_rows_fit(const Given& given) const {
  const std::vector<Index>& labels = given.side.labels.of_row;
  const auto labelled = static_cast<double>(
      std::count_if(labels.begin(), labels.end(), [](Index label) { return label >= 0; }));
  const double hinted = static_cast<double>(given.chunklets.points()) +
                        2 * static_cast<double>(given.side.cannot_links.size()) +
                        (learner_.method->needs == SideNeeds::kHints ? labelled : 0);
  const double bytes = 8 * static_cast<double>(given.rows.columns()) *
                       std::min(hinted, static_cast<double>(given.rows.rows()));
  if (bytes > input_.memory)
    throw InputError(
        "learn {} holds the rows with a hint in memory, where they take {}, above the {} of "
        "--memory; raise it, give fewer hints, or learn elda, which needs one pass",
        learner_.method->name, byte_size(bytes), byte_size(input_.memory));
}

void Learning::learn_by_rows(const Given& given) {
  require_rows_fit(given);
  const Moments moments =
      gather_statistics(given.rows, GatherPlan{.scatter = false}, execution_).all().total();
  const Vector scale = moments.standard_deviations();
  const LinearMap standardized = standardizing_map(moments.mean, scale);
  const bool standardize = input_.prepare == "standardize";
  const MappedRows scaled(given.rows, standardized);
  const RowSource& rows = standardize ? static_cast<const RowSource&>(scaled) : given.rows;
  const auto learn_from = [&](const SideInformation& side, const Chunklets& chunklets) {
    Learned<LinearMap> learned =
        learner_.setup.learn_rows({rows, chunklets, side.must_links, side.cannot_links, side.labels,
                                   input_.k, static_cast<std::uint64_t>(input_.seed), execution_});
    if (standardize) learned.map = undo_scale(std::move(learned.map), scale);
    if (standardize) learned.map.center = moments.mean;
    learned.map.columns = given.rows.column_names();
    learned.map.prepare = row_preparation();
    return learned;
  };
  finish(learn_from(given.side, given.chunklets));
  const Folds folds = folds_for(given.chunklets, 1, false);
  if (folds.count > 0)
    check_rows(given, folds, scale, [&](const SideInformation& side, const Chunklets& chunklets) {
      return learn_from(side, chunklets).map;
    });
}

void Learning::check_rows(
    const Given& given, const Folds& folds, const Vector& deviations,
    const std::function<LinearMap(const SideInformation&, const Chunklets&)>& learn) {
  const HeldOutPairs pairs = held_out(given, folds);
  const auto learn_without = [&](std::size_t fold) {
    // Nothing that is known of the fold's rows may be seen.
    const auto hidden = [&](Index row) {
      return folds.of_row[static_cast<std::size_t>(row)] == static_cast<Index>(fold);
    };
    SideInformation side = given.side;
    for (std::vector<Link>* links : {&side.must_links, &side.cannot_links})
      std::erase_if(*links, [&](const Link& link) { return hidden(link.a) || hidden(link.b); });
    std::vector<Index> codes = given.chunklets.of_row();
    for (Index row = 0; row < given.chunklets.rows(); ++row) {
      if (!hidden(row)) continue;
      codes[static_cast<std::size_t>(row)] = -1;
      if (!side.labels.of_row.empty()) side.labels.of_row[static_cast<std::size_t>(row)] = -1;
    }
    return learn(side, Chunklets(std::move(codes)));
  };
  report_check(given, [&] {
    return check_maps(
        given.rows, pairs, [&](std::size_t) { return deviations; }, learn_without, execution_);
  });
}

}  // namespace germane
