#include "germane/learn/noise_edge.h"

#include "germane/base/random.h"
#include "germane/linalg/generalized.h"
#include "germane/linalg/products.h"
#include "germane/stats/row_loops.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace germane {

namespace {

constexpr Index kReassignments = 20;
constexpr double kQuantile = 0.95;
constexpr double kMostNumbers = 5e7;  // held at once
constexpr std::size_t kFetchAhead = 4;

// Takes the mean off the rows.
void center(RowMatrix<double>& rows, const Execution& execution) {
  constexpr Index kRows = 1024;
  const Index blocks = (rows.rows() + kRows - 1) / kRows;
  const auto block_of = [&](Index block) {
    return rows.middleRows(block * kRows, std::min(kRows, rows.rows() - block * kRows));
  };
  RowMatrix<double> sums(blocks, rows.cols());
  execution.pool.run(blocks, [&](Index i) { sums.row(i) = block_of(i).colwise().sum(); });
  const Eigen::RowVectorXd mean = sums.colwise().sum() / static_cast<double>(rows.rows());
  execution.pool.run(blocks, [&](Index i) { block_of(i).rowwise() -= mean; });
}

// S_b of consecutive rows in the order given, in chunklets of these sizes.
Matrix between_scatter(const RowMatrix<double>& centred, const std::vector<Index>& order,
                       const std::vector<Index>& sizes) {
  const Index together = std::min<Index>(1024, std::ssize(sizes));  // means, in the cache
  RowMatrix<double> means(together, centred.cols());
  Matrix scatter = Matrix::Zero(centred.cols(), centred.cols());
  std::size_t next = 0;
  Index filled = 0;
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    auto mean = means.row(filled++);
    mean.setZero();
    for (Index i = 0; i < sizes[g]; ++i) {
      fetch_row(centred.row(order[std::min(next + kFetchAhead, order.size() - 1)]).data(),
                centred.cols());
      mean += centred.row(order[next++]);
    }
    mean /= std::sqrt(static_cast<double>(sizes[g]));
    if (filled < together && g + 1 < sizes.size()) continue;
    add_scatter(means.topRows(filled), scatter);
    filled = 0;
  }
  fill_upper(scatter);
  return scatter;
}

}  // namespace

std::optional<double> reassigned_edge(const Statistics& statistics, const EldaOptions& options,
                                      const RowSource& rows, const Chunklets& chunklets,
                                      const Execution& execution) {
  std::vector<Index> constrained, sizes;
  for (const std::vector<Index>& members : chunklets.members()) {
    if (members.size() < 2) continue;
    sizes.push_back(static_cast<Index>(members.size()));
    constrained.insert(constrained.end(), members.begin(), members.end());
  }
  const auto points = static_cast<double>(constrained.size());
  if (points * static_cast<double>(rows.columns()) > kMostNumbers) return {};

  const EldaProblem problem = elda_problem(statistics, options);
  const GeneralizedLargest largest(problem.normalizer, problem.rank_tolerance);
  RowMatrix<double> centred = rows.gather(constrained);
  center(centred, execution);
  // Each draw shuffles the order of the one before; as many are looked at together as there are
  // threads.
  std::vector<Index> order(constrained.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::vector<double> lambdas(kReassignments);
  std::vector<std::vector<Index>> orders;
  for (Index first = 0; first < kReassignments; first += std::ssize(orders)) {
    execution.stop_if_requested();
    execution.progress.report("where noise ends", static_cast<double>(first), kReassignments);
    orders.assign(at(std::min<Index>(execution.pool.threads(), kReassignments - first)), {});
    execution.pool.run(std::ssize(orders), [&](Index i) {
      std::vector<Index>& places = orders[at(i)];
      places.resize(order.size());
      std::iota(places.begin(), places.end(), Index{0});
      Random random(static_cast<std::uint64_t>(first + i));
      random.shuffle(places);
    });
    for (std::vector<Index>& places : orders) {
      for (Index& place : places) place = order[at(place)];
      order = places;
    }
    execution.pool.run(std::ssize(orders), [&](Index i) {
      const Matrix between = between_scatter(centred, orders[at(i)], sizes) / points;
      lambdas[at(first + i)] = largest.of(problem.excess(between));
    });
  }
  execution.progress.report("where noise ends", kReassignments, kReassignments);
  std::sort(lambdas.begin(), lambdas.end());
  return lambdas[at(static_cast<Index>(std::ceil(kQuantile * static_cast<double>(kReassignments))) -
                    1)];
}

double closed_edge(double noise_share, Index columns, double points) {
  const double c = std::min(1.0, static_cast<double>(columns) / std::max(points - 1, 1.0));
  const double root = std::sqrt(noise_share * (1 - c)) + std::sqrt(c * (1 - noise_share));
  return std::min(1.0, root * root);
}

}  // namespace germane
