#include "germane/commands/view_space.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/learn_sections.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace germane {
namespace {

// A pointer to what lives elsewhere.
std::shared_ptr<const RowSource> borrowed(const RowSource& rows) {
  return {std::shared_ptr<const RowSource>(), &rows};
}

bool is_linear(const KernelOptions& kernel) {
  return kernel.kernel == "linear" && kernel.landmarks.is("auto");
}

}  // namespace

ViewSpace::ViewSpace(const ViewRows& view, const ViewSpaceOptions& options,
                     const Execution& execution, Section& section)
    : view_(view), prepare_(options.prepare) {
  const bool kernel = options.kernel && !is_linear(*options.kernel);
  if (kernel && options.kernel->kernel == "precomputed" && prepare_ != "none")
    throw InputError(
        "--prepare {}: a precomputed kernel holds no columns to prepare; prepare them before the "
        "kernel is computed",
        prepare_);
  if (kernel && (options.project > 0 || options.pca > 0))
    throw InputError(
        "--project and --pca make columns fewer, and the kernel {} has none; leave them out, or "
        "pass --kernel linear",
        options.kernel->kernel);
  const RowSource* rows = view.rows.get();
  if (prepare_ == "unit-rows") rows = &unit_.emplace(*rows);
  Vector center, scale;
  if (prepare_ == "standardize") {
    const Moments moments =
        gather_statistics(*rows, GatherPlan{.scatter = false}, execution).all().total();
    center = moments.mean;
    scale = moments.standard_deviations();
    if (!kernel) rows = &scaled_.emplace(*rows, scale);
  }
  if (!kernel) rows = reduce(rows, options, execution, section);
  if (kernel) {
    Learned<KernelMap> space =
        kernel_coordinates(*rows, center, scale, *options.kernel, options.seed, execution);
    section.add(summary_section("kernel_" + view.name,
                                fmt::format("the space of the view {}", quoted(view.name)),
                                space.summary));
    kernel_ = std::move(space.map);
    rows_ = std::make_shared<KernelRows>(*rows, *kernel_);
  } else if (static_cast<double>(rows->columns()) >=
             (rows->sparse() ? 1 : options.own_columns) * static_cast<double>(rows->rows())) {
    span_.emplace(*rows, options.memory, execution);
    given_ = rows->columns();
    rows_ = std::make_shared<MemoryRows<double>>(view_rows(span_->coordinates()),
                                                 std::vector<std::string>(), rows->name());
    section.notes.push_back(fmt::format("the view {} has {} for {}: learned in the {} they span",
                                        quoted(view.name), counted(given_, "column"),
                                        counted(rows->rows(), "row"),
                                        counted(rows_->columns(), "dimension")));
  } else {
    rows_ = borrowed(*rows);
  }
}

const RowSource* ViewSpace::reduce(const RowSource* rows, const ViewSpaceOptions& options,
                                   const Execution& execution, Section& section) {
  const auto by = [&](Reduction reduction) {
    reductions_.push_back(std::move(reduction));
    reduced_.push_back(reduced_rows(*rows, reductions_.back(), execution));
    rows = reduced_.back().get();
  };
  if (options.project > 0 && rows->columns() > options.project) {
    section.notes.push_back(fmt::format("the view {}: {} projected at random to {}",
                                        quoted(view_.name), counted(rows->columns(), "column"),
                                        options.project));
    Reduction projection = random_projection(rows->columns(), options.project, options.seed);
    projection.center =
        gather_statistics(*rows, GatherPlan{.scatter = false}, execution).all().total().mean;
    by(std::move(projection));
  }
  if (options.pca > 0 && rows->columns() > options.pca) {
    Summary summary;
    by(principal_components(*rows,
                            {.to = std::min(options.pca, rows->rows() - 1),
                             .tolerance = kSpaceTolerance,
                             .seed = options.seed,
                             .memory = options.memory},
                            execution, summary));
    section.add(summary_section(
        "pca_" + view_.name, fmt::format("principal components of the view {}", quoted(view_.name)),
        summary));
  }
  return rows;
}

ViewRows ViewSpace::rows() const { return {view_.name, rows_, given_}; }

ModelView ViewSpace::model(const LinearMap& map) const {
  ModelView model{.name = view_.name, .map = span_ ? span_->unfolded(map) : map};
  model.kernel = kernel_;
  // Rows were centred before they were reduced, so that the mean of what came out is 0.
  for (std::size_t i = reductions_.size(); i-- > 0;) {
    model.map.map = fold(model.map.map, reductions_[i]);
    model.map.center = reductions_[i].center;
  }
  if (scaled_) model.map = undo_scale(std::move(model.map), scaled_->scale());
  model.map.columns = view_.rows->column_names();
  model.map.prepare = prepare_ == "unit-rows" ? prepare_ : "none";
  return model;
}

ViewPrediction ViewSpace::in_columns(ViewPrediction prediction) const {
  assert(!kernel_ && reductions_.empty());
  if (span_) {
    LinearMap map;
    map.center = prediction.offset;
    map.map = prediction.weights.transpose();
    map = span_->unfolded(map);
    prediction.offset = map.center;
    prediction.weights = map.map.transpose();
  }
  if (scaled_) {
    prediction.offset = prediction.offset.cwiseProduct(scaled_->scale());
    prediction.weights = scaled_->scale().asDiagonal() * prediction.weights;
  }
  return prediction;
}

}  // namespace germane
