#include "germane/learn/pwca.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/shared_scores.h"
#include "germane/linalg/products.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr const char* kMethod = "learn pwca";

void require_one_ridge(const ViewOptions& options) {
  if (!options.view_ridges.empty() || options.ridge.is("oas"))
    throw InputError("{}: its kernels share one ridge; pass --ridge with one number, or auto",
                     kMethod);
  if (!(options.ridge.number > 0))
    throw InputError(
        "{}: a ridge of {:g}: kernels have no inverse without one; pass --ridge 0.01, or auto",
        kMethod, options.ridge.number);
}

const Value::List& listed(const Summary& summary, const std::string& key) {
  static const Value::List none;
  for (const auto& [name, value] : summary.facts)
    if (name == key) return *value.get_if<Value::List>();
  return none;
}

Learned<ViewMaps> by_parallel_sum(const ViewSample& sample, const ViewOptions& options) {
  Learned<ViewMaps> learned =
      learn_shared_scores(sample, options, ComponentScale::kAsTold, kMethod);
  const auto s = static_cast<double>(sample.views.size());
  Value::List gammas;
  for (const Value& lambda : listed(learned.summary, "eigenvalues"))
    gammas.emplace_back(options.ridge.number / std::max(s - lambda.number(), 1e-15));
  learned.summary.fact("gamma", std::move(gammas));
  return learned;
}

struct ScaledView {
  RowMatrix<double> rows;  // centred, and so scaled that the kernel's diagonal has mean 1
  Vector mean;
  double scale = 1;
  Matrix kernel;
};

ScaledView scaled_view(const ViewSample& sample, std::size_t view) {
  ScaledView result;
  result.rows = sample.rows_of_view(view, result.mean);
  result.scale = 1 / std::sqrt(result.rows.squaredNorm() / static_cast<double>(result.rows.rows()));
  result.rows *= result.scale;
  result.kernel = Matrix::Zero(result.rows.rows(), result.rows.rows());
  add_gram(result.rows, result.kernel);
  fill_upper(result.kernel);
  return result;
}

Learned<ViewMaps> by_printed_system(const ViewSample& sample, const ViewOptions& options) {
  require_complete(sample, kMethod);
  const Index n = sample.objects(), s = static_cast<Index>(sample.views.size());
  if (n * s > kLargestSystem)
    throw InputError(
        "{}: the printed system of {} in {} is {} x {}, above {}; use the parallel sum, which is n "
        "x n and finds the same",
        kMethod, counted(n, "object"), counted(s, "view"), n * s, n * s, kLargestSystem);
  if (!sample.in_rows())
    throw InputError("{}: the printed system needs the rows, and was given statistics", kMethod);
  Learned<ViewMaps> learned;
  view_ridges(sample, options, kMethod, learned.summary);
  const double tau = options.ridge.number;
  // (11' + tau I)^-1/2, of which 1 / sqrt(s) is an eigenvector: tau^-1/2 I + b 11'.
  const double own = 1 / std::sqrt(tau);
  const double all = (1 / std::sqrt(tau + static_cast<double>(s)) - own) / static_cast<double>(s);
  std::vector<ScaledView> views;
  for (std::size_t i = 0; i < sample.views.size(); ++i) views.push_back(scaled_view(sample, i));
  Matrix system = Matrix::Zero(n * s, n * s);
  const auto root = [&](Index i, Index j) { return all + (i == j ? own : 0); };
  for (Index i = 0; i < s; ++i)
    for (Index j = 0; j <= i; ++j)
      for (Index l = 0; l < s; ++l)
        system.block(i * n, j * n, n, n) +=
            root(i, l) * root(l, j) * views[static_cast<std::size_t>(l)].kernel;
  const Eigenpairs pairs = symmetric_eigen(std::move(system));

  std::vector<Matrix> alphas;
  Matrix sums = Matrix::Zero(n, n * s);  // c
  Vector squares = Vector::Zero(n * s);
  for (Index i = 0; i < s; ++i) {
    Matrix alpha = Matrix::Zero(n, n * s);
    for (Index l = 0; l < s; ++l) alpha += root(i, l) * pairs.vectors.middleRows(l * n, n);
    sums += alpha;
    squares += alpha.colwise().squaredNorm();
    alphas.push_back(std::move(alpha));
  }
  std::vector<Index> kept;
  Index contradictory = 0;
  const Index wanted = options.dimensions.is_word() ? n - 1 : options.dimensions.number;
  for (Index k = 0; k < n * s && static_cast<Index>(kept.size()) < wanted; ++k) {
    if (!(pairs.values[k] > 1e-12 * pairs.values[0])) break;
    if (sums.col(k).squaredNorm() > static_cast<double>(s) * squares[k] / 2)
      kept.push_back(k);
    else
      ++contradictory;
  }
  if (kept.empty())
    throw NumericalError("{}: the views contradict each other in every component", kMethod);
  const auto count = static_cast<Index>(kept.size());
  if (!options.dimensions.is_word())
    dimensions_of(options, count, "where the views agree", kMethod);

  const Vector gammas = pairs.values(kept);
  // With |c| = 1, and new rows as long as those of the other form.
  const Vector lengths = sums(Eigen::all, kept).colwise().norm();
  const Vector factors =
      std::sqrt(static_cast<double>(n)) * lengths.cwiseProduct(gammas).cwiseInverse();
  for (std::size_t i = 0; i < views.size(); ++i) {
    const Matrix alpha = alphas[i](Eigen::all, kept);
    LinearMap map;
    map.center = views[i].mean;
    map.map =
        views[i].scale * factors.asDiagonal() * transposed_product(alpha, Matrix(views[i].rows));
    learned.map.names.push_back(sample.views[i].name);
    learned.map.maps.push_back(std::move(map));
    learned.map.ranks.push_back(sample.views[i].count);
  }
  learned.summary.fact("gamma", Value::List(gammas.begin(), gammas.end()))
      .fact("contradictory", contradictory)
      .fact("dimensions", count);
  return learned;
}

}  // namespace

Learned<ViewMaps> learn_pwca(const ViewSample& sample, const PwcaOptions& options) {
  check_options(options);
  require_one_ridge(options.views);
  return options.system == "printed" ? by_printed_system(sample, options.views)
                                     : by_parallel_sum(sample, options.views);
}

}  // namespace germane
