#include "germane/learn/elda.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/noise_edge.h"
#include "germane/learn/within_covariance.h"
#include "germane/linalg/generalized.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

double ridge_of(const EldaOptions& options) {
  return options.ridge.is_word() ? kEldaRidge : options.ridge.number;
}

// Which rule tells directions from noise. That of [DeBie03, sec. 2.2] holds where noise is
// symmetric about 0: for pairs, and nearly so for chunklets of little more.
std::string rule_of(const EldaOptions& options, const ChunkletScatter& chunklets,
                    bool has_noise_edge) {
  if (options.rule == "reassigned" && !has_noise_edge) return "closed";
  if (options.rule != "auto") return options.rule;
  if (are_nearly_pairs(chunklets.points(), chunklets.chunklets)) return "negative";
  return has_noise_edge ? "reassigned" : "closed";
}

// w' M w for the first `count` directions w: one product, as one after the other would read M anew
// for each.
Vector squares_in(const Matrix& m, const Matrix& directions, Index count) {
  const Matrix first = directions.leftCols(count);
  return product(m, first).cwiseProduct(first).colwise().sum();
}

// How many of the directions, best first, stand out of noise; at least one.
Index directions_above_noise(const GeneralizedPairs& solved, const EldaProblem& problem,
                             const ChunkletScatter& chunklets, const std::string& rule,
                             std::optional<double> noise_edge) {
  const Vector& lambda = solved.values;
  const double edge = rule == "negative"     ? std::max(0.0, -lambda[lambda.size() - 1])
                      : rule == "reassigned" ? std::max(0.0, *noise_edge)
                                             : 0;
  Index kept = 0;
  while (kept < lambda.size() && lambda[kept] > edge) ++kept;
  if (rule != "closed") return std::max<Index>(1, kept);
  const double closed =
      closed_edge(problem.noise_share, solved.rank, static_cast<double>(chunklets.points()));
  // lambda = w' A w, as w' N w = 1, so that S_b is known from A and S_t.
  const double b0 = problem.noise_share;
  const Vector total = squares_in(problem.total, solved.vectors, kept);
  const Vector between = (1 - b0) * lambda.head(kept) + b0 * total;
  const Index candidates = kept;
  for (kept = 0; kept < candidates && between[kept] > closed * total[kept];) ++kept;
  return std::max<Index>(1, kept);
}

}  // namespace

bool are_nearly_pairs(Index points, Index chunklets) { return points < 3 * chunklets; }

bool needs_a_ridge(const Statistics& statistics, const EldaOptions& options) {
  return options.total == "constrained" && statistics.chunklets.points() <= statistics.width() + 1;
}

EldaProblem elda_problem(const Statistics& statistics, const EldaOptions& options) {
  check_options(options);
  if (statistics.pairs)
    throw InputError(
        "learn elda: links used as given have no between scatter; pass --links closed");
  const ChunkletScatter& chunklets = statistics.chunklets;
  if (chunklets.chunklets == 0 || chunklets.freedom() <= 0)
    throw InputError("learn elda: no chunklet has two rows or more; expected LDA needs two such");
  if (chunklets.chunklets == 1)
    throw InputError(
        "learn elda: only one chunklet has two rows or more; directions that separate need two");
  const Moments constrained = statistics.constrained();
  if (!constrained.has_scatter())
    throw InputError(
        "learn elda: needs the total scatter; gather the statistics with --scatter total");
  const double points = constrained.weight;
  require_finite_scatter(chunklets.within, constrained, "learn elda");
  EldaProblem problem{
      .between = chunklets.between.scatter / points,
      .total = constrained.scatter / points,
      .normalizer = {},
      .measured = {},
      .noise_share =
          static_cast<double>(chunklets.chunklets) / static_cast<double>(chunklets.points()),
      .rank_tolerance = rank_tolerance(constrained.rows, statistics.width(), chunklets.float32)};
  problem.measured = problem.total;
  if (options.total == "all") {
    const Moments all = statistics.total();
    problem.measured = all.scatter / all.weight;
  }
  // Columns that vary by rounding alone are constant.
  for (Index j = 0; j < statistics.width(); ++j) {
    if (constrained.spread[j] > constrained.rounding_spread(j)) continue;
    for (Matrix* matrix : {&problem.between, &problem.total, &problem.measured}) {
      matrix->row(j).setZero();
      matrix->col(j).setZero();
    }
  }
  if (!(problem.measured.diagonal().maxCoeff() > 0))
    throw NumericalError("learn elda: all rows in chunklets are identical; nothing varies");

  // S_t + rho D.
  problem.normalizer = problem.measured;
  const double rho = ridge_of(options);
  const Vector diagonal = problem.measured.diagonal();
  if (options.towards == "identity")
    problem.normalizer.diagonal().array() += rho * diagonal.mean();
  else
    problem.normalizer.diagonal() += rho * diagonal;
  return problem;
}

Learned<LinearMap> learn_elda(const Statistics& statistics, const EldaOptions& options,
                              std::optional<double> noise_edge) {
  const EldaProblem problem = elda_problem(statistics, options);
  const ChunkletScatter& chunklets = statistics.chunklets;
  const Index d = statistics.width();
  if (!options.dimensions.is_word() && options.dimensions.number > d)
    throw InputError("learn elda: dimensions = {}: must be at most {}, the number of columns",
                     options.dimensions.number, d);

  // Solve.
  const GeneralizedPairs solved = generalized_eigen(problem.excess(problem.between),
                                                    problem.normalizer, problem.rank_tolerance);
  const Vector& lambda = solved.values;
  // Directions in which chunklets hold together no better than rounding have a lambda of 0.
  constexpr double kRounding = 1e-10;
  const Index positive =
      std::count_if(lambda.begin(), lambda.end(), [](double v) { return v > kRounding; });

  Learned<LinearMap> learned;
  Summary& summary = learned.summary;
  summary.fact("chunklets", chunklets.chunklets)
      .fact("points_in_chunklets", chunklets.points())
      .fact("noise_share", problem.noise_share)
      .fact("ridge", ridge_of(options))
      .fact("rank", solved.rank)
      .fact("condition", solved.condition);
  if (options.ridge.is_word())
    summary.notes.push_back(fmt::format(
        "the ridge is {}, as none was given or chosen on held-out chunklets", ridge_of(options)));

  // How many.
  const std::string rule = rule_of(options, chunklets, noise_edge.has_value());
  if (options.rule == "reassigned" && rule != "reassigned")
    summary.notes.emplace_back(
        "rule = reassigned needs the rows, and few enough of them in chunklets; the closed edge "
        "was "
        "taken");
  Index kept = directions_above_noise(solved, problem, chunklets, rule, noise_edge);
  if (options.dimensions.is("all")) kept = std::max<Index>(1, positive);
  if (!options.dimensions.is_word()) {
    kept = std::min<Index>(options.dimensions.number, std::max<Index>(1, positive));
    if (kept < options.dimensions.number)
      summary.warnings.push_back(fmt::format("{} dimensions asked for, {} have a lambda above 0",
                                             options.dimensions.number, kept));
  }
  if (ridge_of(options) == 0 && needs_a_ridge(statistics, options))
    summary.warnings.push_back(fmt::format(
        "{} in chunklets and {} leave every lambda at 1 or -1, whatever the data; pass --ridge",
        counted(chunklets.points(), "point"), counted(d, "column")));
  if (!(lambda[0] > kRounding))
    summary.warnings.emplace_back(
        "no direction holds chunklets together better than chance; the map means little");
  if (solved.rank < d)
    summary.notes.push_back(fmt::format(
        "the total scatter has rank {} of {}; the other directions get no weight", solved.rank, d));

  // Scale: w' S_t w = 1, times lambda [DeBie03, sec. 2.3].
  const Vector measured = squares_in(problem.measured, solved.vectors, kept);
  Matrix map(kept, d);
  for (Index i = 0; i < kept; ++i) {
    const double factor = lambda[i] > 0 ? lambda[i] : 1;
    map.row(i) = solved.vectors.col(i) * (measured[i] > 0 ? factor / std::sqrt(measured[i]) : 0);
  }
  learned.map.columns = statistics.columns;
  learned.map.center = statistics.total().mean;
  learned.map.map = std::move(map);
  summary.fact("lambda", Value::List(lambda.begin(), lambda.begin() + kept))
      .fact("next_lambda", kept < lambda.size() ? Value(lambda[kept]) : Value("none"))
      .fact("dimensions", kept);
  if (options.dimensions.is_word() && !options.dimensions.is("all"))
    summary.fact("dimensions_rule", rule);
  return learned;
}

}  // namespace germane
