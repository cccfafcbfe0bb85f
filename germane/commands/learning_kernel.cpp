// Kernel methods: the same methods, on the rows' coordinates in the space of a kernel.
#include "germane/commands/learn_sections.h"
#include "germane/commands/learning.h"
#include "germane/commands/units.h"

#include "germane/base/error.h"
#include "germane/stats/chunklet_weights.h"

namespace germane {

void Learning::learn_by_kernel(const Given& given) {
  if (input_.prepare != "none" && is_set("kernel", "precomputed"))
    throw InputError(
        "--prepare {}: a precomputed kernel holds no columns to prepare; prepare them before the "
        "kernel is computed",
        input_.prepare);
  const Moments moments =
      gather_statistics(given.rows, GatherPlan{.scatter = false}, execution_).all().total();
  mean_ = moments.mean;
  deviations_ = moments.standard_deviations();
  if (depends_on_units()) warn_of_units(moments, given.rows.column_names(), report_);

  Learned<KernelMap> space = kernel_space(given, given.chunklets);
  report_.add(summary_section("kernel", "the space of the kernel", space.summary));
  kernel_ = std::make_shared<const KernelMap>(std::move(space.map));
  const KernelRows rows(given.rows, *kernel_);
  const std::vector<LearnChoice> open =
      learner_.setup.choices(rows.columns(), given.chunklets.count());
  const Folds folds = folds_for(given.chunklets, rows.columns(), !open.empty());

  // Rows that are held out must be no landmarks either: landmarks lie in the space, other rows are
  // projected into it, and the two would be told apart by that alone.
  std::vector<Training> training;
  for (Index fold = 0; fold < folds.count; ++fold) {
    execution_.stop_if_requested();
    std::vector<Index> codes = given.chunklets.of_row();
    for (std::size_t row = 0; row < codes.size(); ++row)
      if (folds.of_row[row] == fold) codes[row] = -1;
    const Chunklets rest(std::move(codes));
    const auto kernel = std::make_shared<const KernelMap>(kernel_space(given, rest).map);
    training.push_back({gather_in(*kernel, given, rest), kernel});
    execution_.progress.report("kernel folds", static_cast<double>(fold + 1),
                               static_cast<double>(folds.count));
  }
  complete(given, folds, open, training, gather_in(*kernel_, given, given.chunklets), rows);
}

Learned<KernelMap> Learning::kernel_space(const Given& given, const Chunklets& chunklets) const {
  const bool scales = input_.prepare == "standardize";
  return learner_.setup.kernel_basis(given.rows, chunklets, scales ? mean_ : Vector(),
                                     scales ? deviations_ : Vector(),
                                     static_cast<std::uint64_t>(input_.seed), execution_);
}

Statistics Learning::gather_in(const KernelMap& kernel, const Given& given,
                               const Chunklets& chunklets) const {
  const KernelRows rows(given.rows, kernel);
  const bool alike = learner_.setup.equal_chunklets && learner_.setup.equal_chunklets();
  const std::vector<double> weights =
      alike ? equal_chunklet_weights(chunklets) : std::vector<double>();
  const GatherPlan plan{.chunklets = &chunklets,
                        .folds = nullptr,
                        .weights = weights,
                        .scatter = learner_.setup.needs_scatter(),
                        .keep_open = false,
                        .memory = input_.memory};
  Statistics statistics = gather_statistics(rows, plan, execution_).all();
  statistics.prepare = row_preparation();
  statistics.chunklet_weights = alike ? "equal" : "rows";
  statistics.close();
  return statistics;
}

}  // namespace germane
