#include "germane/learn/pca_solver.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/reduction.h"
#include "germane/learn/row_span.h"
#include "germane/linalg/krylov.h"
#include "germane/linalg/qr.h"
#include "germane/linalg/symmetric.h"
#include "germane/stats/gather.h"
#include "germane/stats/scatter_sum.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <variant>

namespace germane {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
// Iterations of the Krylov space until it has settled, two products with the rows in each, and how
// much slower products with thin matrices are; what making a block orthonormal costs, in products
// of a block with itself; and what an eigenproblem costs, in products of a matrix with itself.
// Measured. What a product of two sparse numbers, and a number of memory that is taken anew, cost
// beside a product of two dense ones.
constexpr double kIterations = 25, kThin = 3, kOrthonormal = 16, kEigen = 10, kSparse = 10,
                 kTaken = 160;
constexpr double kOversampled = 10;

struct Costs {
  double primal, dual, iterative;  // multiplications
};

Costs costs_of(const TableShape& shape, const PcaOptions& options) {
  const auto n = static_cast<double>(shape.rows), d = static_cast<double>(shape.columns);
  const bool counted = shape.sparse && shape.entries > 0;
  const double entries = counted ? kSparse * shape.entries : n * d;
  const double inner = counted ? entries * (1 + shape.entries / d) : n * n * d;
  Costs costs{n * d * d + kEigen * d * d * d, inner + kEigen * n * n * n, kNever};
  if (!options.dimensions.is_word() &&
      options.dimensions.number < std::min(shape.rows, shape.columns)) {
    const double block = static_cast<double>(options.dimensions.number) + kOversampled;
    const double bases = by_few_rows(shape.rows, shape.columns)
                             ? kOrthonormal * n * block + kTaken * d
                             : kOrthonormal * (n + d) * block;
    costs.iterative = kIterations * kThin * (2 * entries * block + bases * block);
  }
  // The scatter while it is summed, and as it is taken apart; rows as they are centred.
  if (d > static_cast<double>(kWidest) || 4 * 8 * d * d > shape.memory) costs.primal = kNever;
  const double held = shape.sparse ? 0 : 8 * n * d;
  if (n > d || n > static_cast<double>(kWidest) || held + 3 * 8 * n * n > shape.memory)
    costs.dual = kNever;
  return costs;
}

Learned<LinearMap> learn_dual(const RowSource& rows, const PcaOptions& options, double memory,
                              const Execution& execution) {
  const RowSpan span(rows, memory, execution);
  const MemoryRows<double> coordinates(view_rows(span.coordinates()), {}, rows.name());
  if (!options.dimensions.is_word() && options.dimensions.number > coordinates.columns())
    throw InputError("learn pca: dimensions = {}: must be at most {}, the dimensions that {} span",
                     options.dimensions.number, coordinates.columns(), counted(rows.rows(), "row"));
  Learned<LinearMap> learned =
      learn_pca(gather_statistics(coordinates, GatherPlan{}, execution).all(), options);
  learned.map = span.unfolded(learned.map);
  const Vector lengths = learned.map.map.rowwise().norm();  // 1, unless they whiten
  Matrix directions = orthonormal(learned.map.map.transpose(), execution.pool);
  fix_signs(directions);
  learned.map.map = directions.transpose();
  if (options.whiten) learned.map.map.applyOnTheLeft(lengths.asDiagonal());
  return learned;
}

Learned<LinearMap> learn_iteratively(const RowSource& rows, const PcaOptions& options,
                                     std::uint64_t seed, const Execution& execution) {
  Learned<LinearMap> learned;
  const Reduction found = principal_components(
      rows, {.to = options.dimensions.number, .seed = seed}, execution, learned.summary);
  const std::unique_ptr<RowSource> along = reduced_rows(rows, found, execution);
  const Moments moments =
      gather_statistics(*along, GatherPlan{.scatter = false}, execution).all().total();
  const Vector variances = moments.spread / moments.weight;
  learned.map.center = found.center;
  learned.map.map = std::get<Matrix>(found.axes);
  if (options.whiten)
    learned.map.map = variances.cwiseSqrt().cwiseInverse().asDiagonal() * learned.map.map;
  learned.summary.fact("variances", Value::List(variances.begin(), variances.end()))
      .fact("dimensions", learned.map.outputs());
  return learned;
}

}  // namespace

TableShape shape_of(const RowSource& rows, double memory) {
  const SparseMatrix* const sparse = rows.sparse();
  return {rows.rows(), rows.columns(), sparse != nullptr, memory,
          sparse ? static_cast<double>(sparse->nonZeros()) : 0};
}

std::string pca_solver(const TableShape& shape, const PcaOptions& options) {
  const Costs costs = costs_of(shape, options);
  if (options.solver == "iterative" && costs.iterative == kNever)
    throw InputError(
        "solver = iterative: finds fewer directions than there are rows and columns ({} of {}); "
        "pass --dimensions with a smaller number",
        counted(shape.rows, "row"), counted(shape.columns, "column"));
  if (options.solver == "dual" && costs.dual == kNever)
    throw InputError(
        "solver = dual: needs no more rows than columns, and room for their inner products: {} of "
        "{}; pass --solver auto{}",
        counted(shape.rows, "row"), counted(shape.columns, "column"),
        shape.rows > shape.columns ? "" : ", or raise --memory");
  if (options.solver != "auto") return options.solver;
  if (shape.columns <= kTiledWidth) return "primal";  // costs nothing worth saving
  const double least = std::min({costs.primal, costs.dual, costs.iterative});
  if (least == kNever) return "primal";  // which says what it lacks
  if (least == costs.primal) return "primal";
  return least == costs.dual ? "dual" : "iterative";
}

Learned<LinearMap> learn_pca_of_rows(const RowSource& rows, const std::string& solver,
                                     const PcaOptions& options, double memory, std::uint64_t seed,
                                     const Execution& execution) {
  check_options(options);
  Learned<LinearMap> learned = solver == "dual" ? learn_dual(rows, options, memory, execution)
                                                : learn_iteratively(rows, options, seed, execution);
  learned.map.columns = rows.column_names();
  learned.summary.fact("solver", solver);
  return learned;
}

}  // namespace germane
