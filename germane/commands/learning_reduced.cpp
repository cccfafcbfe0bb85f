// Wide rows are made narrow before a method sees them, where that is asked for.
#include "germane/commands/learn_sections.h"
#include "germane/commands/learning.h"
#include "germane/commands/units.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

namespace germane {
namespace {

// The check holds the rows of its pairs, dense; wider ones go without it.
constexpr Index kWidestChecked = 4096;

}  // namespace

bool Learning::reduces(const RowSource& rows) const {
  const Index d = rows.columns();
  const bool wished =
      (input_.project > 0 && d > input_.project) || (input_.pca > 0 && d > input_.pca);
  if (!wished) return false;
  if (input_.ranks)
    throw InputError("--{} {}: rows are made narrow by one process; start one",
                     input_.project > 0 ? "project" : "pca",
                     input_.project > 0 ? input_.project : input_.pca);
  if (learner_.setup.learn_rows || learner_.setup.kernel_basis)
    throw InputError(
        "--project and --pca: learn {} takes rows as they are; reduce them with another model "
        "first",
        learner_.method->name);
  return true;
}

const RowSource& Learning::reduced(const RowSource& given) {
  const RowSource* rows = &given;
  const Moments moments =
      gather_statistics(given, GatherPlan{.scatter = false}, execution_).all().total();
  if (depends_on_units()) warn_of_units(moments, given.column_names(), report_);
  if (input_.prepare == "standardize")
    rows = &scaled_.emplace(given, moments.standard_deviations());
  const auto by = [&](Reduction reduction) {
    reductions_.push_back(std::move(reduction));
    reduced_.push_back(reduced_rows(*rows, reductions_.back(), execution_));
    rows = reduced_.back().get();
  };
  const auto seed = static_cast<std::uint64_t>(input_.seed);
  if (input_.project > 0 && rows->columns() > input_.project) {
    Reduction projection = random_projection(rows->columns(), input_.project, seed);
    projection.center =
        scaled_ ? Vector(moments.mean.cwiseQuotient(scaled_->scale())) : moments.mean;
    by(std::move(projection));
    report_.fact("project", input_.project, "random projections of the columns");
  }
  if (input_.pca > 0 && rows->columns() > input_.pca) {
    Summary summary;
    by(principal_components(*rows,
                            {.to = std::min<Index>(input_.pca, rows->rows() - 1),
                             .tolerance = kSpaceTolerance,
                             .seed = seed,
                             .memory = input_.memory},
                            execution_, summary));
    report_.add(summary_section("pca", "principal components of the rows", summary));
  }
  checks_ = given.columns() <= kWidestChecked;
  if (checks_)
    deviations_ = moments.standard_deviations();
  else if (input_.check != "none")
    report_.notes.push_back(
        fmt::format("no check: it compares with standardized columns, and {} are "
                    "too many",
                    counted(given.columns(), "column")));
  return *rows;
}

LinearMap Learning::in_columns(LinearMap map) const {
  for (std::size_t i = reductions_.size(); i-- > 0;) {
    map.map = fold(map.map, reductions_[i]);
    map.center = unfold(map.center, reductions_[i]);
  }
  return scaled_ ? undo_scale(std::move(map), scaled_->scale()) : map;
}

}  // namespace germane
