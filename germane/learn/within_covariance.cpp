#include "germane/learn/within_covariance.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/rows.h"
#include "germane/linalg/products.h"
#include "germane/linalg/shrinkage.h"
#include "germane/stats/chunklet_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

// Of the correlations, so that the units of columns play no part. Columns without spread are left
// out.
double condition_of_correlations(const Matrix& covariance, double tolerance) {
  Vector scale = covariance.diagonal().cwiseSqrt();
  Index without_spread = 0;
  for (double& s : scale)
    if (!(s > 0)) {
      s = 1;
      ++without_spread;
    }
  const Vector inverse = scale.cwiseInverse();
  const Vector values =
      symmetric_eigenvalues(inverse.asDiagonal() * covariance * inverse.asDiagonal());
  const Index last = values.size() - without_spread - 1;
  if (last < 0) return 1;
  return values[last] > tolerance * values[0] ? values[0] / values[last]
                                              : std::numeric_limits<double>::infinity();
}

struct Weight {
  double value = 0;
  std::string rule;
};

Weight choose_weight(const Matrix& covariance, double freedom, double condition,
                     const WithinCovarianceOptions& options, std::optional<double> ledoit_wolf,
                     const std::string& method) {
  const WordOr<double>& shrinkage = options.shrinkage;
  if (!shrinkage.is_word()) return {shrinkage.number, "given"};
  if (shrinkage.is("ledoit-wolf")) {
    if (!ledoit_wolf)
      throw InputError(
          "{}: shrinkage = ledoit-wolf needs the rows, statistics do not hold enough; "
          "pass --shrinkage oas, or learn from the rows",
          method);
    return {*ledoit_wolf, "ledoit-wolf"};
  }
  if (shrinkage.is("oas")) return {oas_weight(covariance, freedom), "oas"};
  if (condition <= kWellConditioned) return {0, "auto: well conditioned"};
  return {oas_weight(covariance, freedom), "auto: oas"};
}

// A column that is constant inside chunklets but for rounding has no spread there at all.
void drop_rounding(Matrix& covariance, const Moments& total) {
  for (Index j = 0; j < covariance.cols(); ++j) {
    if (covariance(j, j) * total.weight > total.rounding_spread(j)) continue;
    covariance.row(j).setZero();
    covariance.col(j).setZero();
  }
}

// Columns that vary, but never inside a chunklet: their within-variance of 0 would mean an infinite
// weight.
std::vector<Index> columns_without_within_spread(const Matrix& within, const Moments& total) {
  std::vector<Index> columns;
  for (Index j = 0; j < within.cols(); ++j) {
    const double noise = total.rounding_spread(j);
    if (within(j, j) <= noise && total.spread[j] > noise) columns.push_back(j);
  }
  return columns;
}

std::string names_of(const std::vector<Index>& columns, const Statistics& statistics) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns.size() && i < 3; ++i)
    names.push_back(column_text(statistics.columns, columns[i]));
  return join(names, ", ") + (columns.size() > 3 ? ", ..." : "");
}

// Columns in units so different that rounding in the large ones hides the small ones: work on the
// correlations then. The map is another root of the same metric, no longer the symmetric one.
void use_correlations_if_they_have_more(WithinCovariance& within, double tolerance,
                                        Summary& summary) {
  Vector inverse = within.covariance.diagonal().cwiseSqrt();
  for (double& value : inverse) value = value > 0 ? 1 / value : 1;
  const Matrix correlations = inverse.asDiagonal() * within.covariance * inverse.asDiagonal();
  Spectrum scaled = spectrum(correlations, tolerance);
  if (scaled.rank <= within.spectrum.rank) return;
  within.basis = within.basis.size() == 0 ? Matrix(inverse.asDiagonal())
                                          : Matrix(inverse.asDiagonal() * within.basis);
  within.covariance = correlations;
  within.spectrum = std::move(scaled);
  summary.notes.emplace_back(
      "the columns' units differ so much that the root of the correlations was taken (same "
      "distances)");
}

// The largest variance over the least: times the condition of the correlations, a bound on that of
// the covariance, also when it is shrunk towards its diagonal.
double units_apart(const Matrix& covariance) {
  const Vector variances = covariance.diagonal();
  const double least = variances.minCoeff();
  return least > 0 ? variances.maxCoeff() / least : std::numeric_limits<double>::infinity();
}

void require_weights(const Statistics& statistics, const WithinCovarianceOptions& options,
                     const std::string& method) {
  if (options.chunklet_weights != statistics.chunklet_weights)
    throw InputError(
        "{}: chunklet-weights = {} needs sums that were made with them, and these were made with "
        "{}; "
        "learn from the rows, or pass --chunklet-weights {}",
        method, options.chunklet_weights, statistics.chunklet_weights, statistics.chunklet_weights);
  if (options.chunklet_weights == "equal" && options.shrinkage.is("ledoit-wolf"))
    throw InputError(
        "{}: shrinkage = ledoit-wolf takes rows alike, and chunklet-weights = equal does not; pass "
        "--shrinkage oas, or --chunklet-weights rows",
        method);
}

}  // namespace

void require_finite_scatter(const Matrix& scatter, const Moments& total,
                            const std::string& method) {
  if (!scatter.allFinite() || !total.spread.allFinite() || !total.scatter.allFinite())
    throw NumericalError(
        "{}: the columns have numbers too large to square; divide them by a constant first",
        method);
}

Matrix WithinCovariance::lift(Matrix map) const {
  return basis.size() == 0 ? std::move(map) : product(map, basis);
}

Matrix WithinCovariance::restrict(const Matrix& scatter) const {
  return basis.size() == 0 ? scatter : product(product(basis, scatter), basis.transpose());
}

bool may_reduce(const WithinCovarianceOptions& options) {
  return !options.shrinkage.is_word() && options.shrinkage.number == 0;
}

WithinCovariance within_covariance(const Statistics& statistics,
                                   const WithinCovarianceOptions& options,
                                   std::optional<double> ledoit_wolf, const std::string& method,
                                   WithinUse use, Summary& summary) {
  std::optional<ChunkletScatter> of_pairs;
  if (statistics.pairs) of_pairs = statistics.side();
  const ChunkletScatter& chunklets = of_pairs ? *of_pairs : statistics.chunklets;
  const Index d = statistics.width();
  const Index freedom = chunklets.freedom();  // R [BarHillelTR03, Alg. 2, step 1]
  if (chunklets.chunklets == 0 || freedom <= 0)
    throw InputError("{}: no chunklet has two rows or more; within-chunklet scatter needs one",
                     method);
  require_weights(statistics, options, method);
  WithinCovariance result;
  result.total = statistics.total();
  const Moments& total = result.total;
  const double tolerance = rank_tolerance(total.rows, d, chunklets.float32);

  // Form: C = S_w / p [BarHillelTR03, eq. 1], or over p - m [eq. 14], which is the mean of the
  // chunklets' covariances where they count alike.
  const bool alike = options.chunklet_weights == "equal";
  const auto points = static_cast<double>(chunklets.points());
  const double share = options.unbiased ? static_cast<double>(freedom) / points : 1;
  result.covariance = chunklets.within / ((alike ? points : chunklets.weight()) * share);
  const double known =
      alike ? equal_chunklet_freedom(chunklets.weight(), chunklets.points(), chunklets.chunklets)
            : static_cast<double>(freedom);
  require_finite_scatter(result.covariance, total, method);
  drop_rounding(result.covariance, total);
  if (!(result.covariance.diagonal().maxCoeff() > 0))
    throw NumericalError(
        "{}: the rows of every chunklet are identical; there is no spread inside "
        "chunklets to learn from",
        method);
  const double condition = condition_of_correlations(result.covariance, tolerance);
  const Weight weight =
      choose_weight(result.covariance, known, condition, options, ledoit_wolf, method);
  summary.fact("chunklets", chunklets.chunklets)
      .fact("points_in_chunklets", chunklets.points())
      .fact("rank_bound", freedom)
      .fact("correlation_condition",
            std::isfinite(condition) ? Value(condition) : Value("infinite"))
      .fact("shrinkage", weight.value)
      .fact("shrinkage_rule", weight.rule);
  if (alike) summary.fact("chunklet_weights", "equal").fact("effective_freedom", known);

  // Shrink towards the diagonal.
  const std::vector<Index> stiff = columns_without_within_spread(chunklets.within, total);
  if (!stiff.empty()) {
    const bool one = stiff.size() == 1;
    const std::string named =
        fmt::format("{} ({})", counted(static_cast<Index>(stiff.size()), "column"),
                    names_of(stiff, statistics));
    if (weight.value == 0)
      throw NumericalError(
          "{}: {} {}, but never inside a chunklet, so {} weight would be infinite; leave {} out "
          "with --exclude, or pass --shrinkage oas",
          method, named, one ? "varies" : "vary", one ? "its" : "their", one ? "it" : "them");
    // Nothing is known of their within-spread: the total spread stands in.
    for (const Index j : stiff) result.covariance(j, j) = total.spread[j] / total.weight;
    summary.notes.push_back(
        fmt::format("{} never {} inside a chunklet; {} total variance stands in", named,
                    one ? "varies" : "vary", one ? "its" : "their"));
  }
  if (weight.value > 0)
    result.covariance = shrink_to_diagonal(std::move(result.covariance), weight.value);

  // Reduce by PCA first when the chunklets cannot fill the space [BarHillelTR03, Alg. 2, step 2].
  if (weight.value == 0 && !options.regular && d > freedom && total.has_scatter()) {
    const Spectrum all = spectrum(total.scatter, tolerance);
    const auto wanted = static_cast<Index>(options.alpha * static_cast<double>(freedom));
    const Index kept = std::clamp<Index>(wanted, 1, all.rank);
    result.basis = all.pairs.vectors.leftCols(kept).transpose();
    result.covariance = result.restrict(result.covariance);
    summary.fact("pca_dimensions", kept);
    summary.notes.push_back(
        fmt::format("{} columns but rank {} inside chunklets: reduced to {} by PCA first", d,
                    freedom, counted(kept, "dimension")));
  }

  result.tolerance = tolerance;
  result.surely_full = use == WithinUse::kDirections && stiff.empty() && result.basis.size() == 0 &&
                       condition * units_apart(result.covariance) < 0.1 / tolerance;
  if (result.surely_full) {
    summary.fact("rank", d);
    return result;
  }
  result.spectrum = spectrum(result.covariance, tolerance);
  if (!result.full_rank()) use_correlations_if_they_have_more(result, tolerance, summary);
  summary.fact("rank", result.spectrum.rank).fact("condition", result.spectrum.condition);
  if (!result.full_rank())
    summary.notes.push_back(fmt::format(
        "within-chunklet covariance has rank {} of {}; the other directions get no weight",
        result.spectrum.rank, result.covariance.cols()));
  return result;
}

}  // namespace germane
