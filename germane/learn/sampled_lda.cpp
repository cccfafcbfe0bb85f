#include "germane/learn/sampled_lda.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/turnstile.h"
#include "germane/linalg/generalized.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace germane {
namespace {

constexpr Index kChains = 4;

std::string names_of(const std::vector<Index>& nodes,
                     const std::function<std::string(Index)>& name_of) {
  constexpr std::size_t kShown = 5;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < nodes.size() && i < kShown; ++i) names.push_back(name_of(nodes[i]));
  return join(names, ", ") + (nodes.size() > kShown ? ", ..." : "");
}

std::vector<Index> first_labelling(const LabellingProblem& problem, Index steps, Random random,
                                   const std::function<std::string(Index)>& name_of) {
  Labelling found = find_labelling(problem, steps, random);
  if (found.outcome == Labelling::Outcome::kFound) return std::move(found.label);
  if (found.outcome == Labelling::Outcome::kUndecided)
    throw InputError(
        "learn sampled-lda: not decided within {} steps whether {} classes can respect all "
        "cannot-links; pass more --search-steps, a larger --k, or fewer cannot-links",
        steps, problem.k);
  const std::string named = names_of(found.reason, name_of);
  if (found.reason.size() == 2 && problem.known[static_cast<std::size_t>(found.reason[0])] >= 0)
    throw InputError(
        "learn sampled-lda: {} must differ, but have the same label; mend the cannot-link or the "
        "label",
        named);
  throw InputError(
      "learn sampled-lda: no labelling by {} classes respects all links: {} chunklets exclude each "
      "other ({}); pass a larger --k or mend the cannot-links",
      problem.k, found.reason.size(), named);
}

// The sum of C_B over the draws of one chain, in whitened coordinates, and its trace at each draw.
struct ChainSum {
  Matrix between;
  std::vector<double> traces;
};

ChainSum run_chain(const LabellingProblem& problem, std::vector<Index> start, Index draws,
                   const RowMatrix<double>& sums, const Vector& sizes, Random random,
                   const Execution& execution) {
  const Index r = sums.cols(), k = problem.k;
  LabellingSampler sampler(problem, std::move(start), random);
  ChainSum result{Matrix::Zero(r, r), {}};
  RowMatrix<double> classes(k, r);
  Vector counts(k);
  if (sampler.chained() > 0)  // let it forget where it began
    for (Index i = 0; i < draws / 10; ++i) sampler.next();
  for (Index draw = 0; draw < draws; ++draw) {
    if (draw % 64 == 0) execution.stop_if_requested();
    const std::vector<Index>& label = sampler.next();
    classes.setZero();
    counts.setZero();
    for (Index node = 0; node < sums.rows(); ++node) {
      const Index c = label[static_cast<std::size_t>(node)];
      classes.row(c) += sums.row(node);
      counts[c] += sizes[node];
    }
    for (Index c = 0; c < k; ++c) classes.row(c) /= std::sqrt(std::max(counts[c], 1.0));
    result.traces.push_back(classes.squaredNorm());
    add_scatter(classes, result.between);
  }
  fill_upper(result.between);
  return result;
}

// How many independent draws the chains are worth (by their autocorrelation, cut where it first
// turns negative), and how far the chains are from agreeing: 1 when they do.
struct Convergence {
  double effective = 0;
  double agreement = 1;
};

Convergence judge(const std::vector<std::vector<double>>& chains) {
  const auto n = static_cast<double>(chains[0].size()), m = static_cast<double>(chains.size());
  std::vector<double> means;
  double within = 0;
  for (const std::vector<double>& chain : chains) {
    means.push_back(std::accumulate(chain.begin(), chain.end(), 0.0) / n);
    for (const double value : chain) within += (value - means.back()) * (value - means.back());
  }
  within /= m * std::max(n - 1, 1.0);
  const double mean = std::accumulate(means.begin(), means.end(), 0.0) / m;
  double between = 0;
  for (const double value : means) between += (value - mean) * (value - mean) / (m - 1);
  if (!(within > 1e-24 * mean * mean)) return {n * m, 1};  // every draw is the same

  double time = 1;
  for (std::size_t lag = 1; lag < chains[0].size() / 2; ++lag) {
    double correlation = 0;
    for (std::size_t c = 0; c < chains.size(); ++c)
      for (std::size_t i = lag; i < chains[c].size(); ++i)
        correlation += (chains[c][i] - means[c]) * (chains[c][i - lag] - means[c]);
    correlation /= within * m * n;
    if (correlation < 0.01) break;
    time += 2 * correlation;
  }
  return {n * m / time, std::sqrt((n - 1) / n + between / within)};
}

}  // namespace

Learned<LinearMap> learn_sampled_lda(const RowMatrix<double>& rows,
                                     const std::vector<Index>& node_of_row,
                                     const LabellingProblem& problem,
                                     const SampledLdaOptions& options, std::uint64_t seed,
                                     const std::function<std::string(Index node)>& name_of,
                                     const Execution& execution) {
  check_options(options);
  const Index d = rows.cols(), nodes = problem.nodes();
  const auto points = static_cast<double>(rows.rows());
  if (problem.k < 2)
    throw InputError("learn sampled-lda: how many classes are there? pass --k N, at least 2");
  if (nodes < 2)
    throw InputError("learn sampled-lda: hints about {} are not enough; it needs two chunklets",
                     counted(nodes, "chunklet"));
  const Index most = std::min(d, problem.k - 1);
  if (!options.dimensions.is_word() && options.dimensions.number > most)
    throw InputError(
        "learn sampled-lda: dimensions = {}: must be at most {}, as {} classes of {} columns have "
        "no more directions",
        options.dimensions.number, most, problem.k, d);

  // S_t and the nodes' sums, centred.
  const Vector mean = rows.colwise().mean();
  RowMatrix<double> centred = rows.rowwise() - mean.transpose();
  Matrix total = Matrix::Zero(d, d);
  add_scatter(centred, total);
  fill_upper(total);
  total /= points;
  if (!(total.diagonal().maxCoeff() > 0))
    throw NumericalError("learn sampled-lda: all rows with a hint are identical; nothing varies");
  RowMatrix<double> sums = RowMatrix<double>::Zero(nodes, d);
  Vector sizes = Vector::Zero(nodes);
  for (std::size_t i = 0; i < node_of_row.size(); ++i) {
    sums.row(node_of_row[i]) += centred.row(static_cast<Index>(i));
    ++sizes[node_of_row[i]];
  }
  Matrix normalizer = total;
  normalizer.diagonal() *= 1 + options.ridge;
  const Matrix white =
      GeneralizedLargest(normalizer, rank_tolerance(rows.rows(), d, false)).white();
  RowMatrix<double> seen(nodes, white.rows());
  inner_products(sums, RowMatrix<double>(white), seen);

  // E[C_B] over the draws of several chains, each from a labelling of its own.
  const Index draws =
      options.draws.is_word() ? std::clamp<Index>(10 * nodes, 2000, 20000) : options.draws.number;
  const Index each = std::max<Index>(1, draws / kChains);
  Matrix expected = Matrix::Zero(white.rows(), white.rows());
  std::vector<std::vector<double>> traces;
  Random random(seed);
  std::vector<Random> randoms;
  for (Index chain = 0; chain < kChains; ++chain) randoms.push_back(random.fork());
  run_in_order(
      execution.pool, kChains,
      [&](Index chain) {
        Random own = randoms[static_cast<std::size_t>(chain)];
        std::vector<Index> start =
            first_labelling(problem, options.search_steps, own.fork(), name_of);
        return run_chain(problem, std::move(start), each, seen, sizes, own, execution);
      },
      [&](ChainSum&& sum) {
        expected += sum.between;
        traces.push_back(std::move(sum.traces));
      });
  expected /= points * static_cast<double>(each * kChains);

  // Solve, and scale to expected within-class variance 1.
  const Eigenpairs solved = symmetric_eigen(expected);
  const Index kept = std::min<Index>(
      options.dimensions.is_word() ? most : options.dimensions.number, solved.values.size());
  Matrix directions = transposed_product(white, solved.vectors.leftCols(kept));
  fix_signs(directions);
  Vector shares(kept);
  for (Index i = 0; i < kept; ++i) {
    const auto w = directions.col(i);
    const double variance = w.dot(total * w);
    shares[i] = solved.values[i] / variance;
    directions.col(i) /= std::sqrt(std::max(variance - solved.values[i], 1e-12 * variance));
  }

  Learned<LinearMap> learned;
  learned.map.map = directions.transpose();
  learned.map.center = mean;
  const Convergence convergence = judge(traces);
  learned.summary.fact("classes", problem.k)
      .fact("chunklets", nodes)
      .fact("rows_with_a_hint", rows.rows())
      .fact("ridge", options.ridge)
      .fact("rank", white.rows())
      .fact("draws", each * kChains)
      .fact("effective_draws", std::round(convergence.effective))
      .fact("chain_agreement", convergence.agreement)
      .fact("between_shares", Value::List(shares.begin(), shares.end()))
      .fact("dimensions", kept);
  if (convergence.agreement > 1.05 || convergence.effective < 100)
    learned.summary.warnings.emplace_back(
        "the chains do not agree yet on the average over labellings; pass more --draws");
  return learned;
}

}  // namespace germane
